// The board as it is told to those who do not see it, and tapped by those who do.

const SQUARES = ['a', 'b', 'c', 'd'].flatMap((file) => [1, 2, 3, 4, 5, 6, 7, 8].map((rank) => `${file}${rank}`));

/** The board of a page. */
export class Board {
  constructor(page) {
    this.page = page;
    this.grid = page.getByRole('grid');
    this.touches = page.viewportSize().width < 1000;
  }

  square(name) {
    return this.grid.getByRole('gridcell', { name: new RegExp(`^${name}, `) });
  }

  /** The square once it is called this. */
  called(name) {
    return this.grid.getByRole('gridcell', { name, exact: true });
  }

  async tap(...names) {
    for (const name of names) await (this.touches ? this.square(name).tap() : this.square(name).click());
  }

  /** What each square is called, after its name: `red horse, moved here`. */
  async squares() {
    const labels = await this.grid.getByRole('gridcell').evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
    return Object.fromEntries(labels.map((label) => [label.slice(0, 2), label.slice(4)]));
  }
}

/** The squares beside a square. */
export function beside(square) {
  return SQUARES.filter((other) => distance(square, other) === 1);
}

/** How many steps it is from one square to another. */
export function distance(square, other) {
  const along = (index) => Math.abs(square.charCodeAt(index) - other.charCodeAt(index));
  return along(0) + along(1);
}
