import sharp from 'sharp';
import { convert, encodeAvif, Refusal } from './convert.ts';
import { extract } from './extract.ts';
import type { FromWorker, Job, ToWorker } from './jobs-wire.ts';

// A child process of its own: whatever a file does to a decoder, it does it here.
sharp.concurrency(1);
sharp.cache(false);

async function run(job: Job, alive: () => void) {
  switch (job.task) {
    case 'convert':
      return await convert(job, alive);
    case 'avif':
      return await encodeAvif(job, alive);
    case 'extract':
      return await extract(job, alive);
  }
}

function send(message: FromWorker): void {
  process.send?.(message);
}

process.on('message', async ({ id, job }: ToWorker) => {
  try {
    send({ id, state: 'done', result: await run(job, () => send({ id, state: 'alive' })) });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    send({ id, state: error instanceof Refusal ? 'refused' : 'failed', cause });
  }
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole group; the parent decides when its children go.
process.on('SIGINT', () => undefined);
