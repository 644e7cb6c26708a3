import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser, and how it reads what is sent to it (RFC 8291, by the standard's own words). */
export function createBrowser() {
  const own = createECDH('prime256v1');
  const point = own.generateKeys();
  const secret = randomBytes(16);
  return {
    keys: { p256dh: point.toString('base64url'), auth: secret.toString('base64url') },
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const length = body.readUInt8(20);
      const theirs = body.subarray(21, 21 + length);
      const sealed = body.subarray(21 + length);
      const key = createHmac('sha256', secret).update(own.computeSecret(theirs)).digest();
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, theirs, Buffer.from([1])]);
      const input = createHmac('sha256', key).update(info).digest();
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, bytes));
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]).toString();
      return JSON.parse(text.slice(0, text.lastIndexOf('\x02')));
    },
  };
}
