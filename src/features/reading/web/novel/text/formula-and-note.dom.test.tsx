import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Formula } from '../../../../../shared/mathml.ts';
import { FormulaText } from './FormulaText.tsx';
import { NoteText } from './NoteText.tsx';

const half: Formula = {
  type: 'math',
  text: 'a half of x',
  isBlock: true,
  nodes: [
    { tag: 'mfrac', depth: 0, attributes: { linethickness: '2px' } },
    { tag: 'mrow', depth: 1 },
    { tag: 'mn', depth: 2, text: '1' },
    { tag: 'mn', depth: 1, text: '<2>' },
    { tag: 'mi', depth: 0, text: 'x' },
  ],
};

it('shows a formula as elements of MathML, on the server as in a browser', () => {
  const markup =
    '<math alttext="a half of x" display="block"><mfrac linethickness="2px"><mrow><mn>1</mn></mrow><mn>&lt;2&gt;</mn></mfrac><mi>x</mi></math>';
  expect(renderToString(<FormulaText formula={half} />)).toBe(markup);
  const { container } = render(<FormulaText formula={half} />);
  expect(container.innerHTML).toBe(markup);
  expect(container.querySelector('mfrac')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
});

it('shows a note by its mark, and a mark without a note as words', () => {
  render(<NoteText text="[1]" note="The words." id="note-1-2" />);
  expect(screen.getByRole('button', { name: '[1]' }).getAttribute('popovertarget')).toBe('note-1-2');
  expect(document.getElementById('note-1-2')?.textContent).toBe('The words.');
  const { container } = render(<NoteText text="[2]" note="" id="note-1-3" />);
  expect(container.innerHTML).toBe('[2]');
});
