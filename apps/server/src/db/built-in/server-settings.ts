/** PostgreSQL settings by name, as `postgres -c name=value` takes them. */
export type ServerSettings = Readonly<Record<string, string>>;

const megabyte = 2 ** 20;
const within = (least: number, wanted: number, most: number): number =>
  Math.min(Math.max(least, wanted), most);

const serverMegabytes = 32 * 1024;

/**
 * Returns settings for a machine of `memoryBytes` that PostgreSQL shares with Hopscope and others. Below 32 GB, the
 * operating system's cache does most of the caching, so that PostgreSQL uses little memory on a laptop; larger machines are
 * servers.
 */
export function settingsFor(memoryBytes: number): ServerSettings {
  const total = Math.floor(memoryBytes / megabyte);
  const ownCache = total < serverMegabytes ? total / 512 : total / 16;
  return {
    shared_buffers: `${within(32, Math.floor(ownCache), 16_384)}MB`,
    effective_cache_size: `${within(128, Math.floor(total / 2), 1_048_576)}MB`,
    work_mem: `${within(4, Math.floor(total / 1024), 64)}MB`,
    maintenance_work_mem: `${within(64, Math.floor(total / 64), 2048)}MB`,
    max_connections: '60',
    max_logical_replication_workers: '0',
    max_wal_size: '2GB',
    min_wal_size: '80MB',
    wal_compression: 'pglz',
    checkpoint_timeout: '15min',
    // Pages are read randomly from solid state disks, or from the cache.
    random_page_cost: '1.1',
    // Queries are short: compiling them takes longer than running them.
    jit: 'off',
  };
}

/** Settings that the operator can't override: where the server listens, durability, and the format of its log. */
export const fixedSettings: ServerSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  // Hopscope restarts it: PostgreSQL 18 recovers forever if its startup process is killed while it restarts by itself.
  restart_after_crash: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
  // SQLSTATE and process first, so that the log can be sorted by event.
  log_line_prefix: '%e %p ',
  // No statements and no details: they contain user input.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_connections: '',
  log_disconnections: 'off',
  cluster_name: 'hopscope',
};

/** For data that isn't needed after a power failure. */
export const temporarySettings: ServerSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
};

/** Parses `name=value` pairs, separated by semicolons. Throws RangeError with the invalid part. */
export function readServerSettings(text: string): ServerSettings {
  const pairs = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([a-z_][a-z0-9_.]*)\s*=\s*(.*)$/.exec(pair) ?? [];
      if (name === undefined || value === undefined)
        throw new RangeError(`must be settings such as shared_buffers=1GB; work_mem=32MB, not "${pair}"`);
      if (
        name in fixedSettings ||
        /^(listen_addresses|port|unix_socket_directories|data_directory|hba_file|ident_file|config_file)$/.test(
          name,
        )
      )
        throw new RangeError(`must not change ${name}`);
      return [name, value];
    }),
  );
}
