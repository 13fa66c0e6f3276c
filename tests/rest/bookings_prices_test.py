"""What nights cost, what a stay would, and how a place was used."""

from booking_case import BookingCase
from booking_things import YEAR, day, days_from_today, nights_of, range_query
from rest_case import on_every_store

SUMMER = {"name": "Summer", "from": "07-01", "to": "08-31", "pricePerNight": 15_000,
          "minNights": 3}
HOLIDAYS = {"name": "Holidays", "from": "12-20", "to": "01-06", "pricePerNight": 20_000}
FESTIVAL = {"name": "Festival", "from": f"{YEAR}-07-10", "to": f"{YEAR}-07-11",
            "pricePerNight": 30_000}


class PricesCase(BookingCase):
    SETTINGS = {"maxNights": 30, "seasons": [FESTIVAL, SUMMER, HOLIDAYS]}


def part(season, first, end, price):
    nights = len(nights_of(first, end))
    return {"season": season, "start": day(first), "end": day(end), "nights": nights,
            "pricePerNight": price, "total": nights * price}


@on_every_store
class QuoteTest(PricesCase):
    def test_it_is_split_by_season(self):
        quote = self.quote(self.eve, "06-29", "07-14")
        self.assertEqual(quote, {
            "start": day("06-29"), "end": day("07-14"), "nights": 15, "currency": "EUR",
            "parts": [part(None, "06-29", "07-01", 10_000),
                      part("Summer", "07-01", "07-10", 15_000),
                      part("Festival", "07-10", "07-12", 30_000),
                      part("Summer", "07-12", "07-14", 15_000)],
            "total": 2 * 10_000 + 9 * 15_000 + 2 * 30_000 + 2 * 15_000,
            "taken": [], "refusal": None})
        booking = self.book(self.bob, "06-29", "07-14")
        self.assertEqual(booking["extendedProps"]["total"], quote["total"])

    def test_a_season_goes_over_the_end_of_the_year(self):
        quote = self.quote(self.eve, "12-19", f"{YEAR + 1}-01-09")
        self.assertEqual([(each["season"], each["nights"]) for each in quote["parts"]],
                         [(None, 1), ("Holidays", 18), (None, 2)])

    def test_it_names_what_is_in_the_way(self):
        booking = self.book(self.bob, "07-01", "07-04")
        quote = self.quote(self.eve, "07-03", "07-06")
        self.assertEqual(quote["taken"], [{"night": day("07-03"), "event": {
            "id": booking["id"], "title": "Bob", "kind": "booking"}}])
        self.assertEqual(quote["total"], 3 * 15_000)
        self.assertIsNone(quote["refusal"])
        moved = self.quote(self.bob, "07-03", "07-06", instead=booking["id"])
        self.assertEqual(moved["taken"], [])
        self.assertEqual(len(self.bookings(self.eve)), 1)  # Nothing was booked.

    def test_it_says_what_else_would_be_said(self):
        for first, end, code, detail in (
                ("03-01", "04-05", "tooLong",
                 "Counted in nights, the longest stay here is 30, and this is 35."),
                ("07-01", "07-02", "tooShort", "The shortest stay that begins in the season "
                 "“Summer” is 3 nights, and this is 1."),
                (days_from_today(-1), days_from_today(1), "inThePast", " is before today, ")):
            quote = self.quote(self.bob, first, end)
            self.assertEqual(quote["refusal"]["code"], code)
            self.assertIn(detail, quote["refusal"]["detail"])
            refused = self.try_booking(self.bob, first, end)
            self.assertEqual((refused.json["code"], refused.json["detail"]),
                             (quote["refusal"]["code"], quote["refusal"]["detail"]))

    def test_what_has_no_quote_is_refused(self):
        for first, end in (("07-01", "07-01"), ("07-02", "07-01")):
            reply = self.bob.client.send("GET", self.path("/quote" + range_query(first, end)))
            self.assert_broken(reply, 400, "endNotAfterStart")
        reply = self.bob.client.send("GET", self.path("/quote" + range_query("0001-01-01",
                                                                             "9999-12-31")))
        self.assert_broken(reply, 400, "tooLong")
        for query, field in (("", "start"), ("?start=x&end=y", "start"),
                             (f"?start={day('07-01')}", "end")):
            self.assert_problem(self.bob.client.send("GET", self.path("/quote" + query)), 400,
                                field)
        for instead in ("x", "00000000-0000-4000-8000-000000000000", "%23", "x" * 3000):
            path = self.path(f"/quote{range_query('07-01', '07-04')}&instead={instead}")
            self.assert_problem(self.bob.client.send("GET", path), 404)


@on_every_store
class NightPricesTest(PricesCase):
    def prices(self, first, end):
        return self.eve.client.get(self.path("/prices" + range_query(first, end))).json

    def test_each_night_has_its_price(self):
        self.assertEqual(self.prices("06-30", "07-02"), {"currency": "EUR", "nights": [
            {"date": day("06-30"), "price": 10_000, "season": None},
            {"date": day("07-01"), "price": 15_000, "season": "Summer"}]})
        self.assertEqual([each["season"] for each in self.prices("07-09", "07-13")["nights"]],
                         ["Summer", "Festival", "Festival", "Summer"])

    def test_a_year_is_no_problem_and_more_than_800_days_are(self):
        self.assertEqual(len(self.prices("2027-01-01", "2029-03-11")["nights"]), 800)
        path = self.path("/prices" + range_query("2027-01-01", "2029-03-12"))
        self.assert_problem(self.eve.client.send("GET", path), 400, "end")


@on_every_store
class StatisticsTest(BookingCase):
    def statistics(self, person, year=YEAR):
        return person.client.get(self.path(f"/statistics?year={year}")).json

    def test_an_empty_year(self):
        empty = self.statistics(self.eve)
        self.assertEqual((empty["year"], len(empty["months"]), empty["fairness"],
                          empty["fairNights"], empty["currency"]), (YEAR, 12, None, 0, "EUR"))
        self.assertEqual(empty["months"][6], {"month": 7, "nights": 31, "booked": 0, "blocked": 0,
                                              "occupancy": 0})
        self.assertEqual([(each["name"], each["isMember"], each["nights"])
                          for each in empty["people"]], [("Ada", True, 0), ("Bob", True, 0)])

    def test_nights_are_counted_by_month_and_by_person(self):
        self.book(self.bob, "06-29", "07-05")
        self.book(self.ada, "07-05", "07-07")
        self.book(self.ada, "07-07", "07-08", userId=None, title="Grandma")
        self.book(self.ada, "07-20", "07-31", kind="blocked")
        self.book(self.bob, "12-30", f"{YEAR + 1}-01-03")
        year = self.statistics(self.eve)
        self.assertEqual(year["months"][5], {"month": 6, "nights": 30, "booked": 2, "blocked": 0,
                                             "occupancy": round(2 / 30, 4)})
        self.assertEqual(year["months"][6], {"month": 7, "nights": 31, "booked": 7, "blocked": 11,
                                             "occupancy": 0.35})
        rows = {each["name"]: each for each in year["people"]}
        bob, ada = rows["Bob"], rows["Ada"]
        self.assertEqual((bob["nights"], bob["stays"], bob["total"], bob["share"],
                          bob["difference"]), (8, 2, 80_000, round(8 / 11, 4), 3))
        self.assertEqual((ada["nights"], ada["stays"], ada["difference"]), (2, 1, -3))
        guests = next(each for each in year["people"] if each["userId"] is None)
        self.assertEqual((guests["nights"], guests["isMember"], guests["difference"]),
                         (1, False, 0))
        self.assertEqual((year["fairNights"], year["fairness"]),
                         (5, round(10 ** 2 / (2 * (8 ** 2 + 2 ** 2)), 4)))
        self.assertEqual(self.statistics(self.eve, YEAR + 1)["people"][0]["nights"], 2)

    def test_the_year_is_this_one_unless_it_is_said(self):
        self.assertIn(self.eve.client.get(self.path("/statistics")).json["year"],
                      (YEAR - 1, YEAR))  # Of a test that runs at midnight.
        for wrong in ("x", "1969", "9999", "-1", "2026.5", "99999999999999999999"):
            reply = self.eve.client.send("GET", self.path(f"/statistics?year={wrong}"))
            self.assert_problem(reply, 400, "year")
