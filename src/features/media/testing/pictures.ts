import sharp from 'sharp';

/** A small drawing in which left and right, top and bottom differ; `seed` makes another one. */
export async function drawPicture(
  options: { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'avif'; seed?: number } = {},
): Promise<Buffer> {
  const { width = 600, height = 800, format = 'jpeg', seed = 0 } = options;
  const hue = (seed * 67) % 360;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 60% 70%)"/>
    <rect width="50%" height="30%" fill="hsl(${(hue + 120) % 360} 80% 40%)"/>
    <circle cx="70%" cy="75%" r="${Math.min(width, height) / 6}" fill="#222"/></svg>`;
  return await sharp(Buffer.from(drawing)).toFormat(format).toBuffer();
}

/** Frames of two colours that take turns. */
export async function drawAnimation(format: 'gif' | 'webp', frames = 4): Promise<Buffer> {
  const size = { width: 120, height: 90 };
  const pictures = Array.from({ length: frames }, (_, index) =>
    sharp({ create: { ...size, channels: 3, background: index % 2 ? '#c03020' : '#2060c0' } })
      .png()
      .toBuffer(),
  );
  return await sharp(await Promise.all(pictures), { join: { animated: true } })
    .toFormat(format, { loop: 0, delay: Array.from({ length: frames }, () => 100) })
    .toBuffer();
}
