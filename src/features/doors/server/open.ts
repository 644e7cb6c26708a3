import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { TokenScope } from '../../../shared/calls.ts';
import type { Language } from '../../../shared/languages.ts';
import { siteNameIn } from '../../../shared/site-settings.ts';
import { listAppAddresses } from './app-addresses.ts';
import { mountFiles } from './files/file-routes.ts';
import { createKeys, type KeysDeps } from './keys/keys.ts';
import { createAskToSignIn } from './keys/sign-in.ts';
import type { TextIn } from './keys/words.ts';
import { type KomgaDeps, mountKomga } from './komga/komga.ts';
import { mountKoreader } from './koreader/koreader-routes.ts';
import { mountOpds, type OpdsDeps } from './opds/routes.ts';
import { mountPageRoute } from './pages/page-route.ts';
import { createDoorPages, type PagesDeps } from './pages/pages.ts';

type Deps = KeysDeps &
  PagesDeps &
  Pick<OpdsDeps, 'jpegCoversOf' | 'wantsAdult' | 'lastLanguages'> &
  Pick<KomgaDeps, 'pictureFiles'>;

/** Opens the doors for other people's apps; closed ones have no address at all. */
export async function openDoors(platform: Platform, neighbours: Neighbours<Deps>) {
  const { config, setting, api } = platform;
  const appAddresses = (scopes: readonly TokenScope[]) => listAppAddresses(config, scopes);
  if (!config.doors) return { appAddresses, openFeeds() {} };
  const { publicUrl } = config;
  const nameIn = (language: Language) => siteNameIn(setting, language);
  const keys = createKeys(neighbours);
  const askToSignIn = createAskToSignIn({ publicUrl, nameIn });
  const pages = createDoorPages({ ...platform, ...neighbours });
  const deps = { ...platform, ...neighbours, publicUrl, nameIn, keys, pages, askToSignIn };
  mountPageRoute(deps);
  const komga = await mountKomga(deps);
  await mountKoreader(deps);
  return {
    appAddresses,
    /** Opens what speaks to people, where the words of the site are: a server without pages has none. */
    openFeeds(textIn: TextIn) {
      askToSignIn.speak(textIn);
      mountOpds({ ...deps, textIn, ask: api.ask });
      komga.speak({ textIn, files: mountFiles({ ...deps, textIn }) });
    },
  };
}
