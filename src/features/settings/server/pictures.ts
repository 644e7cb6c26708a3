import { createHash } from 'node:crypto';
import type { Db, DbPool } from '../../../server/database/db.ts';
import { notFound } from '../../../server/http/errors.ts';
import { facePath, facePattern } from '../../../shared/paths.ts';
import { type PictureKind, pictureKinds, type SettingValues } from '../../../shared/site-settings.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { type SitePicturesOnWire, siteStudioCalls } from '../studio-contract.ts';
import { insertPictureFiles, lockSettings, selectPictureFile, storeSettings } from './queries.ts';
import { readStored } from './settings.ts';
import type { SettingsDeps } from './studio-routes.ts';

type Pictures = SettingValues['pictures'];

/** A file of a picture, as it was drawn for one of its places. */
interface DrawnFile {
  name: string;
  type: string;
  width: number;
  height: number;
  base64: string;
}

interface SentFile {
  id: string;
  userId: string;
}

/** The uploads that become pictures of the site; it knows neither uploads nor converters. */
export interface SiteFiles {
  draw(file: SentFile, use: 'logo' | 'icon' | 'social'): Promise<DrawnFile[]>;
  spend(tx: Db, file: SentFile): Promise<void>;
  forget(file: SentFile): Promise<void>;
}

const uses = { logo: 'logo', logo_dark: 'logo', icon: 'icon', social: 'social' } as const;
const forGood = 'public, max-age=31536000, immutable';

/** The studio's calls for the site's pictures, and the pictures themselves (spec: documents.md#face). */
export function mountPictures(deps: SettingsDeps & { siteFiles: SiteFiles }): void {
  const { studio, primary: db, app, settings, siteFiles } = deps;

  function change(kind: PictureKind, by: Maker, to: Pictures[PictureKind], use: (tx: Db) => Promise<void>) {
    return settings.change(async (tx) => {
      await lockSettings(tx);
      const { pictures: before = {} } = await readStored(tx);
      await use(tx);
      const { [kind]: _, ...others } = before;
      const pictures = to ? { ...others, [kind]: to } : others;
      await storeSettings(tx, { pictures });
      if (before[kind]?.key !== to?.key)
        await writeAudit(tx, {
          ...{ by, action: 'site.picture', target: { kind: 'site', id: kind, name: null } },
          ...{ before: { picture: before[kind]?.key ?? null }, after: { picture: to?.key ?? null } },
        });
      return pictures;
    });
  }

  studio.add(siteStudioCalls.getPictures, async () => ({ result: present((await readStored(db)).pictures ?? {}) }));

  studio.add(siteStudioCalls.setPicture, async ({ params: { kind }, body: { upload }, by, staff }) => {
    const file = { id: upload, userId: staff.userId };
    const files = await siteFiles.draw(file, uses[kind]);
    const key = keyOf(files);
    const { width = 0, height = 0 } = files[0] ?? {};
    const after = await change(kind, by, { key, width, height }, async (tx) => {
      await siteFiles.spend(tx, file);
      await insertPictureFiles(tx, { key, files });
    });
    await siteFiles.forget(file);
    return { result: present(after) };
  });

  studio.add(siteStudioCalls.removePicture, async ({ params: { kind }, by }) => {
    if (!(await readStored(db)).pictures?.[kind]) throw notFound();
    await change(kind, by, undefined, async () => {});
  });

  servePictures({ app, db });
}

/** The name of a picture's content: others make other addresses. */
function keyOf(files: readonly DrawnFile[]): string {
  const content = createHash('sha256');
  for (const { name, base64 } of files) content.update(`${name} ${base64}\n`);
  return content.digest('hex').slice(0, 16);
}

const shownFile = { logo: 'logo.webp', logo_dark: 'logo.webp', icon: 'icon-192.png', social: 'social.jpg' } as const;

function present(pictures: Pictures): SitePicturesOnWire {
  const shown = pictureKinds.map((kind) => {
    const picture = pictures[kind];
    if (!picture) return [kind, null];
    const { key, width, height } = picture;
    return [kind, { address: facePath(key, shownFile[kind]), width, height }];
  });
  return Object.fromEntries(shown) as SitePicturesOnWire; // each kind is there
}

function servePictures({ app, db }: { app: SettingsDeps['app']; db: DbPool }): void {
  app.get<{ Params: { key: string; file: string } }>(
    facePattern,
    { schema: { hide: true }, config: { counts: 'unless-served' } },
    async ({ params: { key, file } }, reply) => {
      const found =
        /^[0-9a-f]{16}$/.test(key) && /^[\w.-]{1,40}$/.test(file) && (await selectPictureFile(db, { key, file }));
      if (!found) throw notFound();
      return reply.header('Cache-Control', forGood).type(found.type).send(found.bytes);
    },
  );
}
