"""A village as a GEDCOM file, the same in every run: as many people in every generation, each with
two parents of the one before, so that lines of descent meet again as they do in real families."""

import random

GENERATIONS = 14
FIRST_YEAR, YEARS_PER_GENERATION = 1600, 28
MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
MEN = ["Johann", "Georg", "Hans", "Peter", "Jakob", "Karl", "Otto", "Emil", "Paul", "Anton"]
WOMEN = ["Anna", "Maria", "Eva", "Clara", "Ida", "Rosa", "Emma", "Frieda", "Lena", "Martha"]
SURNAMES = 500
# Marriages join neighbours, as in a village.
NEIGHBOURS = 40


def surname(dice):
    return "".join(dice.choice("bdfgklmnrst") + dice.choice("aeiou")
                   for _ in range(dice.randint(2, 3))).capitalize()


def births_of(generation):
    """The years in which the people of a generation were born."""
    first = FIRST_YEAR + generation * YEARS_PER_GENERATION
    return range(first, first + 10)


class Village:
    """Person `place` of a generation is a man when the number is even; couple `k` of a generation
    has the man 2 * k, and a woman nearby."""

    def __init__(self, people):
        self.dice = random.Random(people)
        self.size = max(4, people // GENERATIONS // 2 * 2)
        self.people = self.size * GENERATIONS
        names = [surname(self.dice) for _ in range(SURNAMES)]
        self.surnames = [[self.dice.choice(names) for _ in range(self.size)]]
        self.parents = [[None] * self.size]  # The couple of the generation before.
        for _ in range(GENERATIONS - 1):
            parents = [self.couple_near(place // 2) for place in range(self.size)]
            self.parents.append(parents)
            before = self.surnames[-1]
            self.surnames.append([before[2 * couple] for couple in parents])

    def couple_near(self, place):
        couples = self.size // 2
        return (place + self.dice.randint(-NEIGHBOURS, NEIGHBOURS)) % couples

    def lines(self):
        yield from ("0 HEAD", "1 GEDC", "2 VERS 5.5.1", "1 CHAR UTF-8")
        for generation in range(GENERATIONS):
            couples = list(range(self.size // 2))
            # Whom a man marries: a woman a few houses away.
            wives = [2 * ((couple + 7) % len(couples)) + 1 for couple in couples]
            husband_of = {wife: couple for couple, wife in enumerate(wives)}
            for place in range(self.size):
                couple = place // 2 if place % 2 == 0 else husband_of[place]
                yield from self.individual(generation, place, couple)
            if generation + 1 < GENERATIONS:
                children = {couple: [] for couple in couples}
                for child, parents in enumerate(self.parents[generation + 1]):
                    children[parents].append(child)
                for couple in couples:
                    yield f"0 @F{generation}-{couple}@ FAM"
                    yield f"1 HUSB @I{generation}-{2 * couple}@"
                    yield f"1 WIFE @I{generation}-{wives[couple]}@"
                    for child in children[couple]:
                        yield f"1 CHIL @I{generation + 1}-{child}@"
        yield "0 TRLR"

    def individual(self, generation, place, couple):
        is_man = place % 2 == 0
        dice = self.dice
        yield f"0 @I{generation}-{place}@ INDI"
        yield (f"1 NAME {dice.choice(MEN if is_man else WOMEN)} "
               f"/{self.surnames[generation][place]}/")
        yield f"1 SEX {'M' if is_man else 'F'}"
        yield "1 BIRT"
        year = dice.choice(births_of(generation))
        yield f"2 DATE {dice.randint(1, 28)} {dice.choice(MONTHS)} {year}"
        if generation:
            yield f"1 FAMC @F{generation - 1}-{self.parents[generation][place]}@"
        if generation + 1 < GENERATIONS:
            yield f"1 FAMS @F{generation}-{couple}@"

    def file(self):
        return ("\n".join(self.lines()) + "\n").encode()
