import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { addTestPages } from '../../../app/testing/pages.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { upload } from '../../importing/testing/imports.ts';

const server = serverForTests({ addPages: addTestPages });
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeEach(() => server.db.query('delete from site_settings'));

const call = askerOf(server, owner, '/api/v1/studio/site/pictures');
const put = async (kind: string, bytes: Buffer | string) =>
  call('PUT', `/${kind}`, { body: { upload: await upload(server, owner, bytes) } });

const draw = (background: string, size = { width: 800, height: 200 }) =>
  sharp({ create: { ...size, channels: 4, background } })
    .png()
    .toBuffer();
async function fetched(address: string) {
  const { statusCode, headers, rawPayload } = await server.ask(address);
  return { statusCode, headers, picture: statusCode === 200 ? await sharp(rawPayload).metadata() : null };
}

describe('a picture of the operator’s', () => {
  it('is drawn anew for the header, stands in pages with its size, and its address tells its content', async () => {
    const set = await put('logo', await draw('#ff000080'));
    expect(set).toMatchObject({ status: 200, result: { logo: { width: 480, height: 120 }, icon: null } });
    const { address } = set.result.logo;
    expect(await fetched(address)).toMatchObject({
      headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
      picture: { format: 'webp', width: 480, height: 120, hasAlpha: true },
    });
    const { body } = await server.ask('/?lang=en-us');
    expect(body).toContain(`<img src="${address}" width="480" height="120" alt="Longstrip"`);
    const other = await put('logo', await draw('#0000ff'));
    expect(other.result.logo.address).not.toBe(address);
    // Pages that are a little older still name the first one.
    expect((await fetched(address)).statusCode).toBe(200);
    expect((await put('logo', await draw('#ff000080'))).result.logo.address).toBe(address);
  });

  inLong('is the icon in documents and manifests, and the picture of links', async () => {
    const before = (await server.ask('/?lang=en-us')).body;
    const { result } = await put('icon', await draw('#00aa00', { width: 600, height: 600 }));
    await put('social', await draw('#123456', { width: 2400, height: 1000 }));
    const { body } = await server.ask('/?lang=en-us');
    const manifest = (html: string) => /rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(manifest(body)).not.toBe(manifest(before));
    const icons: { src: string; sizes: string; purpose: string }[] = (await server.ask(manifest(body))).json().icons;
    for (const { src, sizes } of icons) {
      const { picture } = await fetched(src);
      expect(`${picture?.width}x${picture?.height}`).toBe(sizes);
    }
    expect(icons.map(({ purpose }) => purpose).sort()).toEqual(['any', 'any', 'maskable', 'maskable']);
    const touch = /rel="apple-touch-icon" href="([^"]+)"/.exec(body)?.[1] ?? '';
    expect((await fetched(touch)).picture).toMatchObject({ format: 'png', width: 180, hasAlpha: false });
    expect(body).toContain(`href="${result.icon.address}" sizes="192x192"`);
    const social = /og:image" content="[^"]*(\/face[^"]+)"/.exec(body)?.[1] ?? '';
    expect((await fetched(social)).picture).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  });

  it('goes when it is taken away', async () => {
    await put('logo', await draw('#ff0000'));
    expect((await call('DELETE', '/logo')).status).toBe(204);
    expect((await call('DELETE', '/logo')).status).toBe(404);
    expect((await server.ask('/?lang=en-us')).body).not.toContain('/face/');
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a drawing of ours', '<?longstrip-drawing 1?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'],
    ['a polyglot', `GIF89a/*${'x'.repeat(100)}*/=1;alert(1)`],
    ['a page', '<!doctype html><script>alert(1)</script>'],
  ])('is never %s, and what was sent is not kept', async (_, bytes) => {
    const sent = await upload(server, owner, bytes);
    const refused = await call('PUT', '/logo', { body: { upload: sent } });
    expect(refused).toMatchObject({ status: 400, details: [{ path: 'upload' }] });
    const { rows } = await server.db.query('select id from uploads where id = $1', [sent]);
    expect(rows).toEqual([]);
    expect((await call('GET', '')).result.logo).toBeNull();
  });

  it('is not served under other names', async () => {
    const { result } = await put('logo', await draw('#ff0000'));
    const { address } = result.logo;
    for (const path of [
      address.replace('logo.webp', 'icon-48.png'),
      address.replace(/face\/./, 'face/g'),
      `${address}x`,
    ])
      expect((await server.ask(path)).statusCode).toBe(404);
  });
});
