import { useState } from 'react';
import { createPart, usePart } from '../../../../web/part.ts';
import { LoadWhenSeen } from '../../../../web/ui/LoadWhenSeen.tsx';
import type { SimilarProps } from './SimilarBooks.tsx';

const similarPart = createPart(() => import('./SimilarBooks.tsx').then((module) => module.SimilarBooks));

/** SimilarBooks, with its code and its books asked for when its place comes near. */
export function LateSimilar(props: SimilarProps) {
  const [isNear, setNear] = useState(false);
  const { Component: SimilarBooks } = usePart(similarPart, { isWanted: isNear });
  if (!isNear) return <LoadWhenSeen load={() => setNear(true)} />;
  return SimilarBooks && <SimilarBooks {...props} />;
}
