import { setTimeout as sleep } from 'node:timers/promises';
import { seededDemo } from '../lib/demo.ts';
import { startLongstrip } from '../lib/longstrip.ts';
import { memoryMb } from '../lib/memory.ts';
import { median, type Row } from '../row.ts';

export const secondStart: Row = {
  name: 'second-start',
  what: 'second `npm start` to serving, embedded database, demo catalogue',
  against: 'its target',
  unit: 's',
  target: { kind: 'oursAtMost', value: 3 },
  async run(context) {
    const dataDir = await seededDemo(context);
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const server = await startLongstrip({ dataDir, command: ['npm', 'start'], pin: false });
      times.push(server.startedInMs / 1000);
      await server.stop();
      await sleep(3000); // npm ends before its server has released the folder
    }
    return { ours: median(times), reference: null };
  },
};

export const idleMemory: Row = {
  name: 'idle-memory',
  what: 'resident memory, idle for 20 s after its first pages, without the database',
  against: 'its target',
  unit: 'MB',
  target: { kind: 'oursAtMost', value: 200 },
  async run(context) {
    const server = await startLongstrip({ dataDir: await seededDemo(context) });
    try {
      for (const path of ['/', '/?lang=zh-cn', '/?lang=ar-sa', '/api/docs'])
        await (await fetch(server.url + path)).text();
      await sleep(20_000);
      return { ours: memoryMb(server.pid, 'VmRSS'), reference: null };
    } finally {
      await server.stop();
    }
  },
};
