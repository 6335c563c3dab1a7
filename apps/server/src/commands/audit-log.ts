import { createKysely } from '../db/dialect.ts';
import type { SqlDatabase } from '../db/session.ts';
import { createAudit } from '../contexts/identity/audit/audit.service.ts';
import { installationChain } from '../contexts/identity/audit/chain.ts';

/** `npm run audit -- log`: verifies every chain of the audit log; `text` is one line a chain, then the result. */
export async function auditLogChains(db: SqlDatabase): Promise<{ ok: boolean; text: string }> {
  const audit = createAudit({ kysely: createKysely(db), now: Date.now });
  const chains = await audit.verifyAll();
  const lines = chains.map(({ chainId, result }) => {
    const name = chainId === installationChain ? 'Installation' : `Organization ${chainId}`;
    const broken = result.firstBroken;
    return broken === null
      ? `${name}: ${result.entries} entries${result.erased > 0 ? ` (personal data erased from ${result.erased})` : ''}, head ${result.head}\n`
      : `${name}: broken at entry ${broken.sequence}: ${broken.what}\n`;
  });
  const ok = chains.every(({ result }) => result.intact);
  const end = ok ? 'The audit log is intact\n' : 'The audit log is broken\n';
  return { ok, text: lines.join('') + end };
}
