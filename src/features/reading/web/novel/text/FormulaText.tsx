import { createElement, type ReactNode } from 'react';
import type { Formula, MathNode } from '../../../../../shared/mathml.ts';

/** A formula as elements that browsers draw; `text` says it to those that do not. */
export function FormulaText({ formula: { nodes, text, isBlock } }: { formula: Formula }) {
  return createElement('math', { alttext: text, display: isBlock ? 'block' : undefined }, ...childrenOf(nodes, 0, 0));
}

/** The elements from `start` on that lie at that depth, up to the end of their parent. */
function childrenOf(nodes: readonly MathNode[], start: number, depth: number): ReactNode[] {
  const children: ReactNode[] = [];
  for (let at = start; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (!node || node.depth < depth) break;
    if (node.depth > depth) continue; // within the one before it
    children.push(createElement(node.tag, node.attributes, node.text, ...childrenOf(nodes, at + 1, depth + 1)));
  }
  return children;
}
