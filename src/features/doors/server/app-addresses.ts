import type { Config } from '../../../server/config/config.ts';
import { drawQrCode } from '../../../server/process/qr-code.ts';
import type { TokenScope } from '../../../shared/calls.ts';
import { apiBase } from '../../../shared/paths.ts';
import type { AppAddresses } from '../../accounts/contract.ts';

/** The addresses to type in the apps in which a key with these scopes is of use; null: there is none. */
export async function listAppAddresses(
  { publicUrl, doors, komgaHost }: Pick<Config, 'publicUrl' | 'doors' | 'komgaHost'>,
  scopes: readonly TokenScope[],
): Promise<AppAddresses | null> {
  if (scopes.includes('publish')) return { kind: 'publishing', api: publicUrl + apiBase };
  if (!doors) return null;
  // Many apps send a key only after they were asked for one, which this feed does.
  const opds = `${publicUrl}/opds/v1.2/mine`;
  return {
    kind: 'reading',
    ...{ opds, opds_qr: await drawQrCode(opds) },
    komga: komgaHost === null ? `${publicUrl}/komga` : `${new URL(publicUrl).protocol}//${komgaHost}`,
    koreader: `${publicUrl}/koreader`,
  };
}
