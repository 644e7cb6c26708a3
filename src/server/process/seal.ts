import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals texts that the database keeps, so that nobody reads them there (docs/decisions/0018). */
export interface Seal {
  /** `about` names what the text belongs to: sealed for one thing, it does not open for another. */
  seal(text: string, about: string): Buffer;
  /** Null where it was sealed with another secret, or for another thing. */
  open(sealed: Buffer, about: string): string | null;
}

const algorithm = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** A seal by a key of its own, which follows from the site's secret and a name. */
export function createSeal(secret: string, name: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', name, 32));
  return {
    seal(text, about) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
    },
    open(sealed, about) {
      try {
        const nonce = sealed.subarray(0, nonceBytes);
        const opened = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(about))
          .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
        const rest = sealed.subarray(nonceBytes + tagBytes);
        return Buffer.concat([opened.update(rest), opened.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
