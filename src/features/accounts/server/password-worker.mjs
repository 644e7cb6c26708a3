// A thread that hashes passwords at low priority: a login takes a few milliseconds longer, and no reader waits. Plain
// JavaScript, since a thread does not inherit what runs TypeScript in a checkout.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

standBack();
parentPort.on('message', (job) => {
  const answer = job.task === 'hash' ? hashSync(job.password, workerData) : verifySync(job.passwordHash, job.password);
  parentPort.postMessage(answer);
});

/** Linux gives each thread a priority of its own, by its number; elsewhere the thread has the same as the others. */
function standBack() {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
  } catch {
    // This system has no thread priorities.
  }
}
