import { passwordMinLength, texts } from '@hopscope/contract';
import { AppError } from '../../../lib/app-error.ts';
import { isBreached } from './breached-passwords.ts';

/** What an attacker who knows the person tries first. */
export interface PasswordOwner {
  email: string;
  name: string;
  surname: string;
}

/** Words of this installation. */
const ownWords = ['hopscope'];
/** Shorter parts of names are in too many passwords. */
const shortestWord = 3;
/** What has to be left of a password without the words of its owner. */
const leastOwn = 6;

let known: Promise<ReadonlySet<string>> | undefined;

/** The 17,950 passwords of the list that are long enough to be chosen; loaded when the first password is set. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter((password) => password.length >= passwordMinLength)),
  );
  return known;
}

/** Words of a person in lower case, the longest first. */
function wordsOf({ email, name, surname }: PasswordOwner): string[] {
  const parts = `${email} ${name} ${surname}`
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= shortestWord);
  return [...new Set([...ownWords, ...parts])].toSorted((a, b) => b.length - a.length);
}

/** Tests whether a password has little beside the names of the product and of its owner (OWASP ASVS 5.0, 6.1.2 and 6.2.11). */
export function isGuessedFromOwner(password: string, owner: PasswordOwner): boolean {
  let rest = password.normalize('NFKC').toLowerCase();
  let contains = false;
  for (const word of wordsOf(owner)) {
    if (!rest.includes(word)) continue;
    contains = true;
    rest = rest.replaceAll(word, '');
  }
  return contains && rest.length < leastOwn;
}

/**
 * Rules for new passwords. `breachedFile`: collection of breached passwords, if there is one.
 */
export function createPasswordRules({ breachedFile }: { breachedFile: string | undefined }) {
  async function problemOf(password: string, owner: PasswordOwner | undefined): Promise<string | undefined> {
    if ((await commonPasswords()).has(password.toLowerCase())) return texts.passwordCommon;
    if (owner && isGuessedFromOwner(password, owner)) return texts.passwordOfNames;
    if (breachedFile !== undefined && (await isBreached(password, breachedFile)))
      return texts.passwordBreached;
    return undefined;
  }
  return {
    /**
     * Refuses a new password that is among the most common ones, in any case (OWASP ASVS 5.0, 6.2.4), made of names, or
     * breached (6.2.12). Throws 400 `validation_failed` with the field, and 503 if the collection can't be read.
     */
    async require(
      password: string,
      { owner, field }: { owner: PasswordOwner | undefined; field: string },
    ): Promise<void> {
      const message = await problemOf(password, owner);
      if (message !== undefined)
        throw new AppError('validation_failed', message, { fields: [{ field, message }] });
    },
  };
}

export type PasswordRules = ReturnType<typeof createPasswordRules>;
