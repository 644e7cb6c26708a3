import { createDecipheriv } from 'node:crypto';
import * as z from 'zod/mini';

export const sealedResource = z.object({
  algorithm: z.string(),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.optional(z.nullable(z.string())),
});

const algorithm = 'AEAD_AES_256_GCM';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * The text that was encrypted with our API v3 key; null when another key was used or the bytes changed
 * (spec: payments.md#signatures). Never mend a failure by leaving out `final()`: only there is the tag compared.
 */
export function openResource(resource: z.infer<typeof sealedResource>, apiV3Key: string): string | null {
  const nonce = Buffer.from(resource.nonce, 'utf8');
  const sealed = Buffer.from(resource.ciphertext, 'base64');
  if (resource.algorithm !== algorithm || nonce.length !== nonceBytes) return null;
  if (sealed.length < tagBytes || sealed.toString('base64') !== resource.ciphertext) return null;
  // Without authTagLength a tag of four bytes would be accepted.
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key, 'utf8'), nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(resource.associated_data ?? '', 'utf8'));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null; // the tag does not fit: another key, other associated data, or changed bytes
  }
}
