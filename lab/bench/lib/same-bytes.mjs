// The lower bound: plain node:http that sends the bytes and headers of one file. Arguments: port, file with {headers,
// body}.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(file, 'utf8'));
const bytes = Buffer.from(body, 'base64');
const all = { ...headers, 'Content-Length': bytes.length };
createServer((_request, response) => {
  response.writeHead(200, all);
  response.end(bytes);
}).listen(Number(port), '127.0.0.1');
