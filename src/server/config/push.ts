import { createECDH } from 'node:crypto';
import { isOn, parsed, type SettingsReader } from './settings-reader.ts';

/** A pair of keys on P-256 by which push services know a site (VAPID), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Reads the settings of pushes to devices (spec: notices.md#push). */
export function readPushConfig(settings: SettingsReader, { production }: { production: boolean }) {
  return {
    /** Null: the site makes a pair of its own. */
    keys: settings.together(readKeys),
    /** Whether endpoints on this machine may be told, by http and on any port. */
    loopback: readLoopback(settings, 'PUSH_LOOPBACK', { production }),
  };
}

/** Whether addresses that others have given may lead to this machine, by that setting; never in production. */
export function readLoopback(settings: SettingsReader, name: string, { production }: { production: boolean }): boolean {
  const loopback = isOn(settings, name);
  if (loopback && production) settings.refuse(name, 'to be absent in production: it opens this machine');
  return loopback;
}

const keyOf = (bytes: number, name: string) =>
  parsed(
    (text) => (Buffer.from(text, 'base64url').length === bytes && /^[\w-]+$/.test(text) ? text : null),
    `the ${name} key that longstrip push keys prints`,
  );
const publicPart = keyOf(65, 'public');
const privatePart = keyOf(32, 'private');

function readKeys(settings: SettingsReader): PushKeys | null {
  const publicKey = settings.require('VAPID_PUBLIC_KEY', publicPart);
  const privateKey = settings.require('VAPID_PRIVATE_KEY', privatePart);
  if (publicKey === null || privateKey === null) return null;
  return publicOf(privateKey) === publicKey
    ? { publicKey, privateKey }
    : settings.refuse('VAPID_PRIVATE_KEY', 'the private key of VAPID_PUBLIC_KEY');
}

/** Null for a number that is no key. */
function publicOf(privateKey: string): string | null {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch {
    return null;
  }
  return curve.getPublicKey('base64url');
}
