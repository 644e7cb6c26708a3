// Stands in for a converter that meets the worst of files; the job's source says which.
process.on('message', ({ id, job }) => {
  if (job.source === 'crash') process.kill(process.pid, 'SIGSEGV');
  else if (job.source === 'hang') setInterval(() => {}, 1000);
  else if (job.source === 'swell') {
    const hoard = [];
    setInterval(() => hoard.push(Buffer.alloc(20 * 1024 * 1024, 1)), 20);
  } else process.send({ id, state: 'done', result: { sourceHash: job.source, pictures: [] } });
});
process.on('disconnect', () => process.exit(0));
