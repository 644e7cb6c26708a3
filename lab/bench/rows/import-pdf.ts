import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLongstrip, startDatabase } from '../lib/longstrip.ts';
import { makeBookPdf } from '../lib/pdf.ts';
import type { Row } from '../row.ts';

const pages = 234;
const fewestPagesPerSecond = 4;

export const importPdf: Row = {
  name: 'import-pdf',
  what: `import of a PDF of ${pages} pages of A4, one job per core: the slower of a scanned and a drawn one`,
  against: `its target, ${fewestPagesPerSecond} pages/s`,
  unit: 's',
  target: { kind: 'oursAtMost', value: pages / fewestPagesPerSecond },
  async run({ scratch }) {
    const scanned = await secondsToImport('scanned', scratch);
    const drawn = await secondsToImport('drawn', scratch);
    const rate = (seconds: number) => `${(pages / seconds).toFixed(1)} pages/s`;
    return {
      ours: Math.max(scanned, drawn),
      reference: null,
      note: `scanned ${rate(scanned)}, drawn ${rate(drawn)}; their AVIF files follow in the background`,
    };
  },
};

async function secondsToImport(kind: 'scanned' | 'drawn', scratch: string): Promise<number> {
  const path = join(scratch, `${kind}.pdf`);
  writeFileSync(path, await makeBookPdf(kind, pages));
  const dataDir = join(scratch, `import-${kind}`);
  const database = await startDatabase(join(dataDir, 'postgres'));
  try {
    const began = performance.now();
    await runLongstrip(['import', path], { dataDir, databaseUrl: database.url });
    return (performance.now() - began) / 1000;
  } finally {
    await database.stop();
  }
}
