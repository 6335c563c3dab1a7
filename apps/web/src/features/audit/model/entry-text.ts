import type { AuditEntry } from '@hopscope/contract';

/** Converts `member.role_changed` to `Member: role changed`. */
export function actionText(action: string): string {
  const [noun = '', verb = ''] = action.split('.', 2);
  const words = noun.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${verb.replaceAll('_', ' ')}`;
}

/** Returns the name of the actor; a person whose data was erased has none. */
export function actorText({ actor, erased }: Pick<AuditEntry, 'actor' | 'erased'>): string {
  if (actor.name !== null) return actor.name;
  if (actor.role === 'system') return 'System';
  return erased ? 'Erased person' : (actor.email ?? 'Not signed in');
}

/** Returns a stored value as text with line breaks; empty for none. */
export function valueText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}
