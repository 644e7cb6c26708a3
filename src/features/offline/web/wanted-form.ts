import type { WantedForm } from '../rules.ts';

/** The strip is never wider than this. */
const widest = 800;

/** The form in which this device keeps pictures. */
export async function findWantedForm(): Promise<WantedForm> {
  return { type: await bestType(), width: Math.ceil(Math.min(screen.width, widest) * devicePixelRatio) };
}

/** The smallest possible AVIF picture: a browser that can show it gets its images in this type, in the fewest bytes. */
const tinyAvif =
  'data:image/avif;base64,AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAB4AAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgQAMAAAAABRpc3BlAAAAAAAAAAEAAAABAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAmbWRhdBIACggYAAaICGg0IDIQH/eHhRXAACwAAJA1jjx9ZA==';

async function bestType(): Promise<WantedForm['type']> {
  const image = new Image();
  image.src = tinyAvif;
  return image.decode().then(
    () => 'image/avif',
    () => 'image/webp',
  );
}
