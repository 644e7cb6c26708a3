import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { OperatorError } from './operator-error.ts';

const longestLineBytes = 64 * 1024;

/**
 * Reads the first line of a stream, without its line end. At a terminal it prompts, and does not show the typed
 * letters.
 */
export function readSecretLine(input: Readable & { isTTY?: boolean }, prompt: string): Promise<string> {
  return input.isTTY ? ask(input, prompt) : readFirstLine(input);
}

async function readFirstLine(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the stream, so that the command does not wait for a pipe that stays open.
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (bytes.includes('\n')) break;
    if (length > longestLineBytes) throw new OperatorError('The first line of standard input is too long.');
  }
  const [line = ''] = decode(Buffer.concat(chunks)).split('\n', 1);
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError('Standard input is not text in UTF-8.');
  }
}

function ask(input: Readable, prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input, output: nowhere, terminal: true });
  process.stderr.write(prompt);
  const answer = new Promise<string>((resolve, reject) => {
    reader.once('SIGINT', () => reject(new OperatorError('Nothing was changed.')));
    reader.once('close', () => reject(new OperatorError('Nothing was changed.')));
    reader.once('line', resolve);
  });
  return answer.finally(() => {
    process.stderr.write('\n');
    reader.close();
  });
}
