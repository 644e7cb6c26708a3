import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a passkey's device signs besides the challenge; what is left out is as it should be. */
interface Signing {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** False: the device has not asked who its user is. */
  verified?: boolean;
  userHandle?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const flagOf = { present: 0x01, verified: 0x04, attested: 0x40 };
const shortText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const twoBytes = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const someBytes = (bytes: Buffer) => {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, ...twoBytes(bytes.length)];
  return Buffer.concat([Buffer.from(head), bytes]);
};

/** A device with one passkey, as far as a server can tell, which it calls by so many bytes. */
export function createDevice(site = 'http://localhost:3000', { idBytes = 32 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(idBytes);
  const base = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  let userHandle = '';

  const clientData = (type: string, challenge: string, { origin = site }: Signing) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData({ rpId = new URL(site).hostname, counter = 0, verified = true }: Signing, key?: Buffer) {
    const flags = flagOf.present | (verified ? flagOf.verified : 0) | (key ? flagOf.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(key ? [key] : [])]);
  }

  function attestedKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: an EC2 key for ES256 on P-256.
    const cose = Buffer.concat([
      ...[Buffer.from('a5010203262001', 'hex'), Buffer.from([0x21]), someBytes(Buffer.from(x, 'base64url'))],
      ...[Buffer.from([0x22]), someBytes(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.concat([Buffer.alloc(16), twoBytes(id.length), id, cose]);
  }

  return {
    /** The answer to the options of a new passkey. */
    make(options: { challenge: string; user: { id: string } }, signing: Signing = {}) {
      userHandle = options.user.id;
      const authData = authenticatorData(signing, attestedKey());
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), shortText('fmt'), shortText('none'), shortText('attStmt'), Buffer.from([0xa0])],
        ...[shortText('authData'), someBytes(authData)],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, signing).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      };
      return { ...base, response, clientExtensionResults: {} };
    },
    /** The answer to the options of a login. */
    use(options: { challenge: string }, signing: Signing = {}) {
      const data = clientData('webauthn.get', options.challenge, signing);
      const authData = authenticatorData(signing);
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url'),
        userHandle: signing.userHandle ?? userHandle,
      };
      return { ...base, response, clientExtensionResults: {} };
    },
  };
}
