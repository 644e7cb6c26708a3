import sharp from 'sharp';

/** A4 in points. */
const paper = { width: 595, height: 842 };
/** A4 at 200 points an inch, as scanners deliver it. */
const scan = { width: 1654, height: 2339 };
const scans = 6;

/** A PDF of A4 pages, each another one: `scanned` pages are photographs, `drawn` ones lines, areas and text. */
export async function makeBookPdf(kind: 'scanned' | 'drawn', pages: number): Promise<Buffer> {
  const pictures = kind === 'scanned' ? await Promise.all(Array.from({ length: scans }, (_, i) => scanPage(i))) : [];
  const first = 4 + pictures.length;
  const contents = Array.from({ length: pages }, (_, page) =>
    Buffer.from(kind === 'scanned' ? scannedPage(page) : drawnPage(page), 'latin1'),
  );
  const images = pictures.map((_, i) => `/P${i} ${4 + i} 0 R`).join(' ');
  return assemble([
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Count ${pages}/Kids[${contents.map((_, i) => `${first + i * 2} 0 R`).join(' ')}]>>`),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
    ...pictures.map((jpeg) =>
      stream(
        `/Type/XObject/Subtype/Image/Width ${scan.width}/Height ${scan.height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
        jpeg,
      ),
    ),
    ...contents.flatMap((content, i) => [
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${paper.width} ${paper.height}]/Contents ${first + i * 2 + 1} 0 R/Resources<</Font<</F 3 0 R>>/XObject<<${images}>>>>>>`,
      ),
      stream('', content),
    ]),
  ]);
}

function stream(dictionary: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${data.length}>>stream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

function assemble(objects: Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj`), object, Buffer.from('endobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

/** Numbers that look like chance and are the same each time. */
function chances(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Six panels in grey and colour with the grain of a scanner. */
async function scanPage(seed: number): Promise<Buffer> {
  const next = chances(seed + 1);
  const panels = Array.from({ length: 6 }, (_, i) => {
    const at = { x: 80 + (i % 2) * 770, y: 90 + Math.floor(i / 2) * 740 };
    const shapes = Array.from({ length: 40 }, () => {
      const [x, y, r] = [at.x + next() * 720, at.y + next() * 680, 10 + next() * 90];
      return `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * (0.4 + next())}" fill="hsl(${next() * 360} ${next() * 60}% ${30 + next() * 60}%)" stroke="#111" stroke-width="${1 + next() * 5}"/>`;
    });
    return `<clipPath id="c${i}"><rect x="${at.x}" y="${at.y}" width="724" height="690"/></clipPath><g clip-path="url(#c${i})">${shapes.join('')}</g><rect x="${at.x}" y="${at.y}" width="724" height="690" fill="none" stroke="#111" stroke-width="6"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${scan.width}" height="${scan.height}"><rect width="100%" height="100%" fill="#f4f0e6"/>${panels.join('')}</svg>`;
  const grain = await sharp({
    create: { ...scan, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return await sharp(Buffer.from(drawing))
    .flatten()
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 82 })
    .toBuffer();
}

function scannedPage(page: number): string {
  const { width, height } = paper;
  return `q ${width} 0 0 ${height} 0 0 cm /P${page % scans} Do Q BT /F 9 Tf ${width / 2} 14 Td (${page + 1}) Tj ET`;
}

/** Four panels of areas and curves, and a column of text. */
function drawnPage(page: number): string {
  const next = chances(page + 1);
  const number = (most: number) => (next() * most).toFixed(1);
  const shapes = Array.from({ length: 160 }, () => {
    const color = `${next().toFixed(2)} ${next().toFixed(2)} ${next().toFixed(2)}`;
    const curve = `${number(550)} ${number(520)} m ${number(550)} ${number(520)} ${number(550)} ${number(520)} ${number(550)} ${number(520)} c`;
    return next() < 0.5 ? `${color} rg ${curve} f` : `${color} RG ${number(4)} w ${curve} S`;
  });
  const words = ['the', 'sea', 'was', 'grey', 'and', 'nobody', 'on', 'deck', 'had', 'slept', 'since', 'Monday'];
  const lines = Array.from({ length: 20 }, () =>
    Array.from({ length: 14 }, () => words[Math.floor(next() * words.length)]).join(' '),
  );
  const text = lines.map((line, i) => `BT /F 10 Tf 40 ${800 - i * 12} Td (${line}) Tj ET`).join('\n');
  return `${shapes.join('\n')}\n0 0 0 rg\n${text}\nBT /F 9 Tf 290 14 Td (${page + 1}) Tj ET`;
}
