/** One figure as it is printed. */
export class Report {
  #rows = [['', 'seen', 'target', '']];

  /** @param {string} title of the figures that follow */
  section(title) {
    this.#rows.push([title, '', '', '']);
  }

  /**
   * @param {string} name
   * @param {number} value
   * @param {{ atMost?: number, atLeast?: number, unit?: string, digits?: number, note?: string }} [about]
   */
  figure(name, value, { atMost, atLeast, unit = '', digits = 0, note = '' } = {}) {
    const say = (number) => `${number.toFixed(digits)}${unit && ` ${unit}`}`;
    const target = atMost !== undefined ? `≤ ${say(atMost)}` : atLeast !== undefined ? `≥ ${say(atLeast)}` : '';
    const reached = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
    this.#rows.push([`  ${name}`, `${say(value)}${note && ` ${note}`}`, target, target && (reached ? 'reached' : 'MISSED')]);
  }

  /** @param {string} name @param {string} words */
  words(name, words) {
    this.#rows.push([`  ${name}`, words, '', '']);
  }

  print() {
    const widths = [0, 1, 2].map((column) => Math.max(...this.#rows.map((row) => row[column].length)));
    for (const [index, row] of this.#rows.entries()) {
      const isTitle = index > 0 && row[1] === '' && row[2] === '';
      console.log(isTitle ? `\n${row[0]}` : row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd());
    }
  }
}
