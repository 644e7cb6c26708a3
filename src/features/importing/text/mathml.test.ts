import { describe, expect, it } from 'vitest';
import { formulaOf } from './mathml.ts';
import { childrenOf, readTree } from './xml-tree.ts';

/** A formula's elements with their depths, or the words that stand for it. */
function read(source: string): string {
  const tree = readTree(source, { depth: 64, elements: 10_000 });
  const math = childrenOf(tree.root, 'math')[0];
  if (!math) return 'no formula';
  const formula = formulaOf(math, tree);
  if (formula.type === 'words') return `words: ${formula.text}`;
  const nodes = formula.nodes.map(({ tag, depth, text, attributes }) => {
    const given = Object.entries(attributes ?? {}).map(([name, value]) => ` ${name}=${value}`);
    return `${depth}${tag}${given.join('')}${text === undefined ? '' : `'${text}'`}`;
  });
  return `${nodes.join(' ')} | ${formula.text}${formula.isBlock ? ' (block)' : ''}`;
}

describe('a formula', () => {
  it.each([
    ['<math><mi>x</mi><mo>+</mo><mn>1</mn></math>', "0mi'x' 0mo'+' 0mn'1' | x + 1"],
    [
      '<m:math display="block"><m:mfrac><m:mrow><m:mi>a</m:mi><m:mi>b</m:mi></m:mrow><m:mn>2</m:mn></m:mfrac></m:math>',
      "0mfrac 1mrow 2mi'a' 2mi'b' 1mn'2' | ab/2 (block)",
    ],
    [
      '<math><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi></msqrt></math>',
      "0msqrt 1msup 2mi'b' 2mn'2' 1mo'−' 1mn'4' 1mi'a' | √(b^2 − 4a)",
    ],
    [
      '<math alttext="x squared"><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math>',
      "0msup 1mi'x' 1mn'2' | x squared",
    ],
    ['<math alttext="Alternative text not available"><mi>A</mi></math>', "0mi'A' | A"],
    [
      '<math><mfenced open="[" separators=";"><mi>a</mi><mi>b</mi></mfenced></math>',
      "0mrow 1mo fence=true form=prefix'[' 1mrow 2mi'a' 2mo separator=true';' 2mi'b' 1mo fence=true form=postfix')' | (a, b)",
    ],
    ['<math><menclose notation="box"><mi>x</mi></menclose></math>', "0mrow 1mi'x' | x"],
    ['<math><mo stretchy="false" lspace="0.2em">(</mo></math>', "0mo lspace=0.2em stretchy=false'(' | ("],
    ['<math><mtext>a <b>bold</b> word</mtext></math>', "0mtext'a bold word' | a bold word"],
  ])('keeps its form: %s', (source, expected) => {
    expect(read(source)).toBe(expected);
  });

  it.each([
    ['<math><apply><plus/><ci>x</ci><cn>1</cn></apply></math>', 'words: x1'],
    ['<math alttext="a half"><mfrac><mn>1</mn></mfrac></math>', 'words: a half'],
    ['<math><mi>x</mi><script>alert(1)</script></math>', 'words: xalert(1)'],
    ['<math/>', 'words: '],
  ])('that no browser draws is said in words: %s', (source, expected) => {
    expect(read(source)).toBe(expected);
  });

  it('keeps no address, script, style or name of a hostile one', () => {
    const source = `<math onload="alert(1)" style="color:red" class="x" id="y">
      <mrow xlink:href="javascript:alert(1)" href="javascript:alert(2)" onclick="alert(3)"><mi mathcolor="red" mathbackground="url(//e)" id="z">x</mi></mrow>
      <mo minsize="expression(alert(4))" rspace="1em&quot; onload=&quot;">y</mo></math>`;
    expect(read(source)).toBe("0mrow 1mi'x' 0mo'y' | xy");
    const link =
      '<math><maction actiontype="statusline" xlink:href="javascript:x"><mi>x</mi><mtext>y</mtext></maction></math>';
    expect(read(link)).toMatch(/^0mi'x' \|/);
    expect(read('<math><mglyph src="//e/x.png"/><mi>x</mi></math>')).toBe('words: x');
  });

  it('nested beyond reason, or with more parts, is said in words, and soon', () => {
    const before = process.cpuUsage();
    expect(read(`<math alttext="deep">${'<mrow>'.repeat(60)}<mi>x</mi></math>`)).toBe('words: deep');
    expect(read(`<math alttext="deeper">${'<msqrt>'.repeat(100_000)}<mi>x</mi></math>`)).toBe('words: deeper');
    expect(read(`<math alttext="long">${'<mi>x</mi>'.repeat(3000)}</math>`)).toBe('words: long');
    expect(read(`<math>${'<mi>x</mi>'.repeat(300_000)}</math>`)).toHaveLength('words: '.length + 2000);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
  });
});
