/**
 * The elements of SVG that are drawn, by their names in lower case: no script, no link, no animation, no page. Nor a
 * filter: a few of them in a small file take minutes.
 */
export const svgElements = byLowerCase(
  `svg g defs symbol use switch style path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker`,
);

/** Their attributes; `href` has rules of its own. */
export const svgAttributes = byLowerCase(
  `id class style x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height viewBox preserveAspectRatio transform
  gradientTransform gradientUnits patternTransform patternUnits patternContentUnits spreadMethod offset clipPathUnits
  maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient pathLength rotate dx dy
  textLength lengthAdjust startOffset method spacing side fill fill-opacity fill-rule stroke stroke-width
  stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset color opacity
  visibility display overflow clip clip-path clip-rule mask marker-start marker-mid marker-end stop-color
  stop-opacity color-interpolation font-family
  font-size font-style font-variant font-weight font-stretch letter-spacing word-spacing text-anchor text-decoration
  dominant-baseline alignment-baseline baseline-shift direction unicode-bidi writing-mode glyph-orientation-vertical
  paint-order shape-rendering text-rendering image-rendering vector-effect mix-blend-mode isolation
  systemLanguage requiredFeatures requiredExtensions`,
);

function byLowerCase(names: string): ReadonlyMap<string, string> {
  return new Map(names.split(/\s+/).map((name) => [name.toLowerCase(), name]));
}
