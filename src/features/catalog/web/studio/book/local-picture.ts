import type { ShownPicture } from './CoverCrop.tsx';

const widest = 1200;
const tallest = 3600;

/** A picture of this machine as the browser can show it; null: the browser cannot read it. */
export async function showLocal(file: File): Promise<ShownPicture | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  const scale = Math.min(1, widest / width, tallest / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // The page's security policy forbids blob addresses, hence a data URL.
  return { src: canvas.toDataURL('image/webp', 0.85), width, height, share: 1 };
}
