import { describe, expect, it } from 'vitest';
import { cutDescription, decodeEntities, displayText } from './text.ts';

describe('decodeEntities', () => {
  it.each([
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['&lt;b&gt;', '<b>'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['&quot;it&apos;s&quot; &#39;it&#x27;s&#X27;', "\"it's\" 'it's'"],
    ['caf&eacute; &Eacute;t&eacute; &euro;5 &hellip; &alpha;&Omega; &hearts; &thetasym;', 'café Été €5 … αΩ ♥ ϑ'],
    ['&#20013;&#x6587; &#128512;', '中文 😀'],
    ['&#146;&#150;', '’–'],
    ['&#0;&#xD800;&#x110000;', '\ufffd\ufffd\ufffd'],
    ['AT&T &nosuch; &amp &#; &#x; & ;', 'AT&T &nosuch; &amp &#; &#x; & ;'],
    ['&AMP; &check; &CounterClockwiseContourIntegral;', '& ✓ ∳'],
    ['&toString; &constructor;', '&toString; &constructor;'],
    ['no entities', 'no entities'],
    ['', ''],
  ])('reads %j as %j', (stored, shown) => {
    expect(decodeEntities(stored)).toBe(shown);
  });
});

describe('displayText', () => {
  it.each([
    ['a control: \u0000\u0007\u001b[31m\u0085', 'a control: [31m'],
    ['a control as an entity: &#27;&#7;', 'a control as an entity: '],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['an open override \u202eabc', 'an open override \u202eabc\u202c'],
    ['an open isolate \u2066abc', 'an open isolate \u2066abc\u2069'],
    ['an override as an entity &#8238;abc', 'an override as an entity \u202eabc\u202c'],
    ['both \u2067\u202eabc', 'both \u2067\u202eabc\u202c\u2069'],
    ['closed \u202babc\u202c', 'closed \u202babc\u202c'],
    ['an end without a beginning \u2069\u202cabc', 'an end without a beginning abc'],
    ['crossed \u202a\u2066a\u202cb\u2069c', 'crossed \u202a\u2066ab\u2069c\u202c'],
  ])('shows %j', (stored, shown) => {
    expect(displayText(stored)).toBe(shown);
  });
});

describe('cutDescription', () => {
  it('counts code points', () => {
    expect(cutDescription('😀'.repeat(200))).toBe('😀'.repeat(160));
    expect(cutDescription('a'.repeat(160))).toBe('a'.repeat(160));
    expect(cutDescription('a'.repeat(161))).toBe('a'.repeat(160));
  });
});
