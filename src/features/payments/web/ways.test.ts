import { expect, it } from 'vitest';
import { firstWay } from './ways.ts';

const all = ['qr', 'h5', 'jsapi'] as const;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const inWechat = `${iphone} MicroMessenger/8.0.42(0x18002a2f) NetType/WIFI Language/zh_CN`;
const android = 'Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36';
const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120 Safari/537.36';
const onDesktop = `${desktop} MicroMessenger/7.0.20.1781 WindowsWechat(0x6309092b)`;

it.each([
  [inWechat, all, 'jsapi'],
  [inWechat, ['qr', 'h5'], 'qr'],
  [iphone, all, 'h5'],
  [android, all, 'h5'],
  [android, ['qr', 'jsapi'], 'qr'],
  [desktop, all, 'qr'],
  [onDesktop, all, 'qr'],
  ['', all, 'qr'],
] as const)('%s with %j begins with %s', (agent, offered, way) => {
  expect(firstWay(offered, agent)).toBe(way);
});
