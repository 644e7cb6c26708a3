import { makePushKeys } from '../server/push-message.ts';

/** `longstrip push keys`. */
export async function printPushKeys(): Promise<void> {
  const { publicKey, privateKey } = await makePushKeys();
  console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`);
}
