// The positions of a game: each frame holds only the regions that differ from the one before.

export class Frames {
  constructor(frames) {
    this.frames = frames;
    this.tables = [];
    let table = new Map();
    for (const frame of frames) {
      table = new Map(table);
      for (const { key, html } of frame.regions) table.set(key, html);
      this.tables.push(table);
    }
  }

  get last() {
    return this.frames.length - 1;
  }

  // The place of the last frame that is not after this ply.
  placeOf(ply) {
    const after = this.frames.findIndex((frame) => frame.ply > ply);
    return after === -1 ? this.last : Math.max(after - 1, 0);
  }

  // All regions of a frame, by key.
  table(place) {
    return this.tables[place];
  }

  // The keys of the regions in which a frame differs from the one before it.
  changed(place) {
    return place ? this.frames[place].regions.map(({ key }) => key) : [];
  }
}
