// Stands in for a converter that gets the worst files; the job's source says which.
process.on('message', ({ id, job }) => {
  if (job.source === 'crash') process.kill(process.pid, 'SIGSEGV');
  else if (job.source === 'hang') setInterval(() => {}, 1000);
  else if (job.source === 'burn') for (;;);
  else if (job.source === 'seldom') {
    // As on a machine whose processors are mostly busy: it takes over three seconds, and computes for a little of them.
    let turns = 17;
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      for (let spent = 0; spent < 25_000; ) {
        const now = process.cpuUsage();
        spent = now.user + now.system - user - system;
      }
      turns -= 1;
      if (turns === 0) process.send({ id, state: 'done', result: { sourceHash: job.source, pictures: [] } });
    }, 200);
  } else if (job.source === 'swell') {
    const hoard = [];
    setInterval(() => hoard.push(Buffer.alloc(20 * 1024 * 1024, 1)), 20);
  } else process.send({ id, state: 'done', result: { sourceHash: job.source, pictures: [] } });
});
process.send({ id: 0, state: 'ready' });
process.on('disconnect', () => process.exit(0));
