import { randomBytes } from 'node:crypto';
import { startWechatSimulator } from './wechat-simulator.ts';

/**
 * The simulator as a process of its own, for browser journeys: `tsx run-wechat-simulator.ts [port]`. Its first line
 * holds its address, the settings of a site for it, and the token of its control door. It ends with its parent.
 */
const controlToken = randomBytes(16).toString('hex');
const simulator = await startWechatSimulator({ port: Number(process.argv[2] ?? 0), controlToken });
process.stdout.write(`${JSON.stringify({ url: simulator.url, settings: simulator.settings, controlToken })}\n`);

const stop = () => void simulator.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.stdin.once('end', stop).resume();
