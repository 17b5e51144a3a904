/**
 * Puts a whole style sheet into one cascade layer. Each remote carries its own copy of the shared components' CSS and may
 * arrive late; in a layer, such a copy can never win over a page's own rules, whatever the order of loading. Leading
 * @imports stay outside, where CSS wants them; what they bring passes through here on its own.
 */
const LEADING_IMPORTS = /^(?:\s*(?:\/\*[\s\S]*?\*\/\s*)*@import[^;]+;)*/;

/** Said in every sheet, because layers rank by first mention and a page's sheets may come before the shell's. */
const ORDER = '@layer base, components;';

module.exports = function cascadeLayer(css) {
  const { layer } = this.getOptions();
  const [imports] = LEADING_IMPORTS.exec(css);
  return `${imports}\n${ORDER}\n@layer ${layer} {\n${css.slice(imports.length)}\n}\n`;
};
