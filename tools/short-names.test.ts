import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClassNames, createPropertyNames, namesInCode } from './short-names.ts';
import { root } from './tree.ts';

const file = join(root, 'src/web/ui/Card.module.css');

it('gives a class the same name in each build, whatever the build asks for first', () => {
  const [browser, server] = [createClassNames(), createClassNames()];
  const inBrowser = [browser('card', file), browser('title', file)];
  const onServer = [server('title', `${file}?used`), server('card', file)];
  expect(inBrowser).toEqual(onServer.reverse());
  expect(inBrowser.join(' ')).toMatch(/^[a-zA-Z]{4} [a-zA-Z]{4}$/);
});

it('refuses a name that two classes would have', () => {
  const nameOf = createClassNames();
  const names = new Set<string>();
  // 52 letters at four places are 7.3 million names: among 20,000 classes two are alike.
  const nameAll = () => {
    for (let number = 0; number < 20_000; number++) names.add(nameOf(`class${number}`, file));
  };
  expect(nameAll).toThrow(/one short name; rename one/);
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: code as the build reads it
it('keeps the names of properties that code sets, whole or by the beginning of a template', () => {
  const isInCode = namesInCode(["style.setProperty('--hue', hue)", 'style.setProperty(`--novel-${key}`, value)']);
  expect(['--hue', '--novel-line-height', '--gutter'].filter(isInCode)).toEqual(['--hue', '--novel-line-height']);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: code as the build reads it

it('shortens the properties of sheets alone, each to a name of its own', () => {
  const shorten = createPropertyNames();
  expect(shorten('.a{gap:var(--gutter);color:hsl(var(--hue) 50% 50%)}')).toMatch(
    /^\.a\{gap:var\(--[a-zA-Z]{1,2}\);color:hsl\(var\(--hue\) 50% 50%\)\}$/,
  );
  const names = ['--space-1', '--space-3', '--color-ink', '--gutter', '--target'];
  expect(new Set(names.map(shorten)).size).toBe(names.length);
});
