// Logical CSS only, so that Arabic mirrors by itself; colours only in the tokens, so that both themes hold.
const physical = [
  '/^(margin|padding|border)-(left|right|top|bottom)/',
  '/^(left|right|top|bottom)$/',
  '/^(min-|max-)?(width|height)$/',
  'float',
  'clear',
];

export default {
  extends: ['stylelint-config-standard'],
  rules: {
    'property-disallowed-list': physical,
    'declaration-property-value-disallowed-list': { 'text-align': ['left', 'right'] },
    'color-named': 'never',
    'color-no-hex': true,
    'function-disallowed-list': ['rgb', 'rgba', 'hsl', 'hsla'],
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
      files: ['src/web/ui/tokens.css', 'src/features/reading/web/novel/themes.css'],
      rules: { 'color-no-hex': null, 'function-disallowed-list': null },
    },
  ],
};
