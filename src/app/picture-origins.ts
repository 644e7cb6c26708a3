import type { Config } from '../server/config/config.ts';

/** The other origins from which pages load pictures: a CDN, and with `MEDIA_RESTRICTED=presign` the bucket. */
export function pictureOrigins({ media, s3 }: Pick<Config, 'media' | 's3'>): string[] {
  const cdn = media.publicUrl === null ? [] : [new URL(media.publicUrl).origin];
  if (media.restricted === 'stream' || media.store.kind === 'folder') return cdn;
  if (s3.endpoint !== null) return [...cdn, new URL(s3.endpoint).origin];
  const { bucket } = media.store;
  const regional = `s3.${s3.region}.amazonaws.com${s3.region.startsWith('cn-') ? '.cn' : ''}`;
  // AWS gives a bucket whose name has dots no host of its own.
  return [...cdn, `https://${bucket.includes('.') ? '' : `${bucket}.`}${regional}`];
}
