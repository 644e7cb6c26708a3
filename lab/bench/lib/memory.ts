import { readFileSync, writeFileSync } from 'node:fs';

/** The resident memory of a process in MB: as it is (`VmRSS`), or the most since `forgetPeak` (`VmHWM`). */
export function memoryMb(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

/** Resets the peak of a process to its present memory. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
