const loopbackName = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/** Returns whether a host, with or without port, is a loopback name or address. */
export function isLoopbackHost(host: string): boolean {
  return loopbackName.test(host);
}

/** Returns whether people reach the server on this machine only: at a loopback URL, or where it listens. */
export function isLoopbackUrl(publicUrl: string | undefined): boolean {
  return publicUrl === undefined || isLoopbackHost(new URL(publicUrl).host);
}
