const subsetFont = require('subset-font');

/** The only weight that is used, or the lightest and the heaviest of them: `400..600`. */
const WEIGHTS = /^\d+(\.\.\d+)?$/;
/** As in the face's `unicode-range`, without its `U+`. */
const UNICODES = /^[\dA-F]+(-[\dA-F]+)?(,[\dA-F]+(-[\dA-F]+)?)*$/;

/**
 * Of a variable font, the weights and the letters that the face in the style sheet is for: all else is weight on the way. Both stand in the font's address:
 * `?wght=450&unicodes=0020-007E,00A0`.
 */
module.exports = async function fontSubsetLoader(font) {
  const query = new URLSearchParams(this.resourceQuery);
  const [wght, unicodes] = [query.get('wght') ?? '', query.get('unicodes') ?? ''];
  if (!WEIGHTS.test(wght) || !UNICODES.test(unicodes)) throw new Error(`The address of a font names its weights and letters, unlike ${this.resourcePath}${this.resourceQuery}`);
  const [min, max = min] = wght.split('..').map(Number);
  return subsetFont(font, lettersOf(unicodes), { targetFormat: 'woff2', variationAxes: { wght: min === max ? min : { min, max } } });
};
module.exports.raw = true;

function lettersOf(unicodes) {
  const letters = unicodes.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  });
  return letters.join('');
}
