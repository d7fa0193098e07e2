"""Does one step with the library of Home Assistant's CalDAV integration, and prints what it then sees as JSON.

Arguments: the address, the password, the step (list, add, tick, delete), the words of the item.
"""
import json
import sys

import caldav

url, password, step, words = sys.argv[1:]
principal = caldav.DAVClient(url=url, username="phone", password=password).principal()
calendars = {
    component: calendar
    for calendar in principal.calendars()
    for component in calendar.get_supported_components()
}
meals, shopping = calendars["VEVENT"], calendars["VTODO"]


def titles(objects, component):
    return [str(part["SUMMARY"]) for one in objects for part in one.icalendar_instance.walk(component)]


def find_todo():
    for todo in shopping.todos(include_completed=True):
        if titles([todo], "VTODO") == [words]:
            return todo
    raise SystemExit(f"There is no {words}.")


if step == "add":
    shopping.save_todo(summary=words)
elif step == "tick":
    find_todo().complete()
elif step == "delete":
    find_todo().delete()

todos = shopping.todos(include_completed=True)
seen = {
    "meals": titles(meals.events(), "VEVENT"),
    "items": titles(todos, "VTODO"),
    "ticked": titles([one for one in todos if "STATUS:COMPLETED" in one.data], "VTODO"),
}
print(json.dumps(seen))
