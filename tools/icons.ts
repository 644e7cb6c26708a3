// Draws the icons of the installed site from the logo, into public/icons/: `npx tsx tools/icons.ts`.
import { mkdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { themeColors } from '../src/web/theme.ts';

const folder = 'public/icons';
/** The logo's share of an icon's height; a mask may cut off everything outside of the inner four fifths. */
const shares = { icon: 0.92, maskable: 0.56 };
const nothing = { r: 0, g: 0, b: 0, alpha: 0 };

async function draw(kind: keyof typeof shares, size: number): Promise<void> {
  const height = Math.round(size * shares[kind]);
  const logo = await sharp(await readFile('src/app/site/logo.svg'), { density: 300 })
    .resize({ height })
    .png()
    .toBuffer();
  const background = kind === 'icon' ? nothing : themeColors.light;
  await sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: logo, gravity: 'centre' }])
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toFile(`${folder}/${kind}-${size}.png`);
}

await mkdir(folder, { recursive: true });
for (const size of [192, 512]) {
  await draw('icon', size);
  await draw('maskable', size);
}
