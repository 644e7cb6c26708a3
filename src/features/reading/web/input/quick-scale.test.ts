import { describe, expect, it } from 'vitest';
import { noQuickScale, type QuickScale, quickScaleAfter, type TouchStep } from './quick-scale.ts';

const down = (at: number, { x = 100, y = 300, fingers = 1 } = {}): TouchStep => ({ type: 'down', x, y, at, fingers });
const move = (at: number, { x = 100, y = 300 } = {}): TouchStep => ({ type: 'move', x, y, at });
const up = (at: number, { x = 100, y = 300 } = {}): TouchStep => ({ type: 'up', x, y, at });
const cancel: TouchStep = { type: 'cancel' };
const stateAfter = (...steps: TouchStep[]): QuickScale => steps.reduce(quickScaleAfter, noQuickScale);
const tap = [down(0), up(60)];
const drawn = [...tap, down(160), move(200, { y: 330 })];

describe('two quick taps, or a tap whose second touch is drawn', () => {
  it('is drawn as far as the finger is from where it began', () => {
    expect(stateAfter(...drawn)).toMatchObject({ phase: 'drawing', dy: 30 });
    expect(stateAfter(...drawn, move(220, { y: 250 }))).toMatchObject({ phase: 'drawing', dy: -50 });
    expect(stateAfter(...drawn, move(220, { x: 300, y: 305 }))).toMatchObject({ phase: 'drawing', dy: 5 });
  });

  it.each<[string, TouchStep[], QuickScale['phase']]>([
    ['one finger down', [down(0)], 'first'],
    ['one tap', tap, 'tapped'],
    ['a second touch in time', [...tap, down(260)], 'second'],
    ['a second touch too late', [...tap, down(261)], 'first'],
    ['a second touch elsewhere', [...tap, down(160, { x: 141 })], 'first'],
    ['a touch that was held', [down(0), up(250), down(300)], 'first'],
    ['a touch that was moved', [down(0), up(60, { y: 310 }), down(160)], 'first'],
    ['a touch that went away and came back', [down(0), move(20, { y: 320 }), up(60), down(160)], 'first'],
    ['a second touch that trembles', [...tap, down(160), move(200, { y: 309 })], 'second'],
    ['a second touch drawn sideways', [...tap, down(160), move(200, { x: 130, y: 310 })], 'idle'],
    ['a first touch that is drawn', [down(0), move(50, { y: 330 })], 'idle'],
    ['two quick taps', [...tap, down(160), up(200)], 'double'],
    ['a second touch that was held', [...tap, down(160), up(410)], 'idle'],
    ['a third quick tap', [...tap, down(160), up(200), down(300)], 'first'],
    ['a tap after two quick ones', [...tap, down(160), up(200), down(300), up(340)], 'tapped'],
    ['the end of a drawing', [...drawn, up(300, { y: 330 })], 'idle'],
    ['a touch soon after a drawing', [...drawn, up(220, { y: 330 }), down(250)], 'first'],
    ['a drawing that the browser takes', [...drawn, cancel], 'idle'],
    ['a tap that the browser takes', [down(0), cancel, down(100)], 'first'],
    ['a second finger', [...tap, down(160, { fingers: 2 })], 'idle'],
    ['a second finger during a drawing', [...drawn, down(300, { fingers: 2 })], 'idle'],
    ['what remains of two fingers', [...drawn, down(300, { fingers: 2 }), move(320, { y: 400 })], 'idle'],
  ])('after %s', (_name, steps, phase) => {
    expect(stateAfter(...steps).phase).toBe(phase);
  });
});
