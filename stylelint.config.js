// Logical CSS only, so that Arabic mirrors by itself; colours only in the tokens, so that both themes hold.
const physical = [
  '/^(scroll-)?(margin|padding)-(left|right|top|bottom)$/',
  '/^border-(left|right|top|bottom)/',
  '/^(left|right|top|bottom)$/',
  '/^(min-|max-)?(width|height)$/',
  'float',
  'clear',
];

/** Shorthands whose second and fourth value differ, and words for a side: neither turns with the direction. */
const oneSided = ['/^(\\S+) (\\S+) \\S+ (?!\\2$)\\S+$/'];
const sides = ['/\\b(left|right)\\b/'];
const unwantedValues = {
  'text-align': sides,
  'background-position': sides,
  'object-position': sides,
  '/^(scroll-)?(margin|padding)$|^inset$|^border-(width|color|style)$/': oneSided,
  // Who makes the browser's letters larger makes all of them larger.
  'font-size': ['/^[\\d.]+(px|pt)$/'],
};

export default {
  extends: ['stylelint-config-standard'],
  rules: {
    'property-disallowed-list': physical,
    'declaration-property-value-disallowed-list': unwantedValues,
    'declaration-property-value-allowed-list': { '/^border.*-radius$/': ['/var\\(/', '0', 'inherit'] },
    'color-named': 'never',
    'color-no-hex': true,
    'function-disallowed-list': ['rgb', 'rgba', 'hsl', 'hsla', 'hwb', 'lab', 'lch', 'oklab', 'oklch', 'color'],
    'selector-class-pattern': '^[a-z][a-zA-Z0-9-]*$',
    'declaration-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'declaration-block-no-redundant-longhand-properties': null,
    'no-descending-specificity': null,
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'value-keyword-case': ['lower', { camelCaseSvgKeywords: true, ignoreProperties: ['/^--/'] }],
  },
  overrides: [
    {
      files: ['src/web/ui/tokens.css', 'src/features/reading/web/novel/text/themes.css'],
      rules: { 'color-no-hex': null, 'function-disallowed-list': null },
    },
    // A book without a cover has colours of its own, made from its hue.
    { files: ['src/features/catalog/web/BookCover.module.css'], rules: { 'function-disallowed-list': null } },
  ],
};
