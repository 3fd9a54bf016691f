"""Players, cards and moves drawn in the HTML part of letters.

Mail programs know tables and the styles of single elements, so all is written in one go, without a
template for each chip. What must not break apart in a narrow window is a block of fixed width; the
oldest programs, which know no such blocks, find the columns of a table in comments for them alone.
"""
