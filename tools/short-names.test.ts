import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClassNames, createPropertyNames, namesInCode, shortSheet } from './short-names.ts';
import { root } from './tree.ts';

const file = join(root, 'src/web/ui/Card.module.css');

it('gives a class the same name in each build, whatever the build asks for first', () => {
  const [browser, server] = [createClassNames(), createClassNames()];
  const inBrowser = [browser('card', file), browser('facts', file)];
  const onServer = [server('facts', `${file}?used`), server('card', file)];
  expect(inBrowser).toEqual(onServer.reverse());
  expect(inBrowser.join(' ')).toMatch(/^[a-zA-Z][a-zA-Z0-9] [a-zA-Z][a-zA-Z0-9]$/);
});

it('gives each class a name of its own, also where their hashes choose one name', () => {
  // There are 3224 names of two letters: among 3000 classes very many choose one that is taken.
  const classes = Array.from({ length: 3000 }, (_, number) => `class${number}`);
  const nameOf = createClassNames(classes.map((name) => `${name} of src/web/ui/Card.module.css`));
  expect(new Set(classes.map((name) => nameOf(name, file))).size).toBe(classes.length);
});

it('refuses a class that no sheet has', () => {
  expect(() => createClassNames()('unheard-of', file)).toThrow(/No sheet has the class unheard-of/);
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

it('leaves spaces out of a sheet, but not out of its texts', () => {
  const css = ':root{--lightningcss-light:initial;--lightningcss-dark: ;--a:calc(1px + 2px), "b, \\", c"}';
  expect(shortSheet(css)).toBe(':root{--a:calc(1px + 2px),"b, \\", c"}');
});
