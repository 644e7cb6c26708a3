// `npm run -s import-survey -- FOLDER`: plans every book in a folder as an import would, and prints how many chapters it
// found beside how many the book's own contents name.
import { describeFailure } from '../src/server/command/operator-error.ts';
import { surveyCommand } from './import-survey/command.ts';

try {
  process.exitCode = await surveyCommand(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr });
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
