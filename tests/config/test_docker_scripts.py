"""The commands for people who do not program, in a terminal, with a stand-in for Docker."""

import os
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.config.conftest import ReadSettings
from tests.config.example import DOCKER, in_containers, variables_in
from tests.config.test_checks import Under, as_in_production, ids_under
from tests.mail.providers import PROVIDERS
from tests.servers.terminal import Terminal, started

TOOLS = (
    "sh awk cat cp date dirname find git grep gzip head hostname mkdir mv od readlink rm sed"
    " sleep stty tail tr wc"
)
"""All that a bare server must have beside Docker."""

STAND_IN = """#!/bin/sh
printf '%s\\n' "$*" >> "$LOG"
case "$*" in
    $FAILS) echo "stand-in: refused" >&2; exit 1 ;;
    "volume inspect"*) [ -n "${OLD_DATABASE-}" ] ;;
    *"manage.py backup --unencrypted -") echo games | gzip ;;
    *"manage.py backup -")
        if [ -n "${OLDER-}" ]; then echo games | gzip && exit; fi
        printf 'age-encryption.org/v1 games'
        echo "Wrote a backup, encrypted, ${SIZE:-27} bytes." >&2
        ;;
    *"manage.py restore"*) cat > "$LOG.restored" ;;
    *" ps --services"*) printf '%s\n' $RUNNING ;;
    *signinlink*) echo https://duelpost.example/in/key ;;
esac
"""
CRONTAB = """#!/bin/sh
if [ "$1" = -l ]; then cat "$LOG.cron"; else cat > "$LOG.cron"; fi
"""
HIDDEN = "SMTP_PASSWORD: "
RECIPIENT = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
PASSWORD = "x#y$HOME \"z\" it's a\\b \\' \\"
BY_SMTP = [
    """duelpost
https://Duelpost.Example/
olga
olga@duelpost.example
Olga d'Zürich | 1 "Example" Street #4 | \\
Europe/Atlantis
Europe/Paris

pigeon
smtp
smtp.duelpost.example
many
587

play
""",
    f"{PASSWORD}\n\nAGE-SECRET-KEY-1\nmy key\n{RECIPIENT}\n\nn\n",
]
"""Answers, some of them bad: each bad one is asked for again. Behind the password are the way in
for replies and the key for backups."""


@dataclass(frozen=True)
class Machine:
    """A server with nothing but a few tools, a stand-in for Docker, and the files of docker/."""

    docker: Path
    environment: dict[str, str]

    @property
    def env(self) -> Path:
        """What setting up is about."""
        return self.docker / ".env"

    @property
    def backups(self) -> Path:
        """Where backups go."""
        return Path(self.environment["BACKUP_DIR"])

    def calls(self) -> list[str]:
        """Return what Docker was asked for, in order."""
        log = Path(self.environment["LOG"])
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    def setup(self, *answers: str, **environment: str) -> Terminal:
        """Return what was seen by somebody who types these answers.

        All but the first begin with a password and are typed when it is asked for, since what is
        typed before is shown.
        """
        command = str(self.docker / "setup")
        with started(command, environment=self.environment | environment) as terminal:
            for number, each in enumerate(answers):
                while terminal.shown.count(HIDDEN) < number and terminal.look(10):
                    pass
                terminal.type(each.encode())
            terminal.wait_for_end()
        return terminal

    def run(self, command: str, *arguments: str, **environment: str) -> tuple[int, str]:
        """Return the exit code of a command without a terminal, and all it says."""
        done = subprocess.run(
            [self.docker / command, *arguments],
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in TOOLS.split():
        (tools / name).symlink_to(shutil.which(name) or "/missing")
    for name, text in {"docker": STAND_IN, "crontab": CRONTAB}.items():
        (tools / name).write_text(text, encoding="utf-8")
        (tools / name).chmod(0o755)
    files = shutil.ignore_patterns(".env", ".env.before", "backups")
    copy = shutil.copytree(DOCKER, tmp_path / "clone" / "docker", ignore=files)
    environment = {"PATH": str(tools), "LOG": str(tmp_path / "log"), "FAILS": "nothing"}
    environment |= {"HOME": str(tmp_path), "BACKUP_DIR": str(tmp_path / "backups")}
    return Machine(Path(copy), environment)


@as_in_production
def test_setup_asks_until_answers_are_good_and_the_service_starts_with_them(
    machine: Machine, read_settings: ReadSettings, under: Under
) -> None:
    seen = machine.setup(*BY_SMTP)

    assert seen.process.returncode == 0, seen.shown
    for complaint in (
        *("not a host name", "not an e-mail address", "knows no such time zone"),
        *("one of the names above", "not a port", "That is the private key", "not a public key"),
    ):
        assert complaint in seen.shown
    assert stat.S_IMODE(machine.env.stat().st_mode) == 0o600
    settings = read_settings(**in_containers(variables_in(machine.env)))
    assert ids_under(under(settings)) == set()
    assert settings["SITE_URL"] == "https://duelpost.example"
    assert settings["MAIL_FROM"] == "Duelpost <play@duelpost.example>"
    assert settings["IMPRINT"] == 'Olga d\'Zürich | 1 "Example" Street #4 | \\'
    assert settings["TIME_ZONE"] == "Europe/Paris"
    assert settings["EMAIL_HOST_PASSWORD"] == PASSWORD
    assert settings["BACKUP_RECIPIENTS"] == [RECIPIENT]
    assert "x#y" not in seen.shown


def test_setup_starts_everything_and_sends_a_letter(machine: Machine) -> None:
    seen = machine.setup(*BY_SMTP)

    steps = [line for line in machine.calls() if "compose" in line][1:]
    manage = "compose exec -T web python manage.py"
    assert steps == [
        "compose build",
        "compose run --rm --no-deps -T web python manage.py doctor --dns",
        "compose up --detach",
        f"{manage} signinlink --operator --minutes 1440 olga@duelpost.example",
        f"{manage} doctor",
        f"{manage} doctor --send-test olga@duelpost.example",
    ]
    assert "https://duelpost.example/in/key" in seen.shown


def test_a_second_run_keeps_secrets_answers_and_other_lines(machine: Machine) -> None:
    machine.setup(*BY_SMTP)
    machine.env.write_text(machine.env.read_text() + "DISPUTE_HOURS=24\n")
    first = variables_in(machine.env)

    # Nothing is asked again: the service is built and started with what is there.
    seen = machine.setup("n\n\nn\n")
    assert seen.process.returncode == 0, seen.shown
    assert "Host name" not in seen.shown
    assert machine.calls()[-1].endswith("doctor --send-test olga@duelpost.example")
    assert variables_in(machine.env) == first

    # Another host; Enter for the rest of it.
    seen = machine.setup("y\nplay.duelpost.example\n" + "\n" * 13 + "y\n")
    assert seen.process.returncode == 0, seen.shown
    assert variables_in(machine.env) == first | {
        "SITE_URL": "https://play.duelpost.example",
        "ALLOWED_HOSTS": "play.duelpost.example",
    }
    assert variables_in(machine.docker / ".env.before") == first


@as_in_production
def test_a_provider_gets_a_secret_for_its_reports(
    machine: Machine, read_settings: ReadSettings, under: Under
) -> None:
    answers = "duelpost.example\nolga@duelpost.example\n\nUTC\n\npostmark\n\ntoken\n\n\nn\n"
    seen = machine.setup(answers)

    assert "It cannot be done without." in seen.shown
    secret = variables_in(machine.env)["ANYMAIL_WEBHOOK_SECRET"]
    assert f"https://{secret}@duelpost.example/anymail/postmark/tracking/" in seen.shown
    settings = read_settings(**in_containers(variables_in(machine.env)))
    assert ids_under(under(settings)) == {"config.W002"}


BEFORE_REPLIES = "duelpost.example\nolga@duelpost.example\nOlga\nUTC\n\n"


@as_in_production
@pytest.mark.parametrize(
    ("answers", "profile", "expected"),
    [
        ("postmark\ntoken\nprovider\n\n", "", {"REPLY_TO": "@in.duelpost.example"}),
        ("postmark\ntoken\nmx\n\n", "mailserver", {"INBOUND_LISTEN": "mailserver:2525"}),
        (
            "postmark\ntoken\npigeon\nimap\n\n\n\npassword\nn\nmany\n300\n",
            "pollmail",
            {
                "REPLY_TO": "play@duelpost.example",
                "IMAP_HOST": "imap.duelpost.example",
                "IMAP_USER": "play@duelpost.example",
                "IMAP_PASSWORD": "password",
                "REPLY_PLUS": False,
                "MAIL_DAILY_MOST": 300,
            },
        ),
    ],
)
def test_setup_asks_how_replies_come_in(  # noqa: PLR0917 - three of them are fixtures
    answers: str,
    profile: str,
    expected: dict[str, object],
    machine: Machine,
    read_settings: ReadSettings,
    under: Under,
) -> None:
    seen = machine.setup(f"{BEFORE_REPLIES}{answers}\nn\n")
    assert seen.process.returncode == 0, seen.shown
    written = variables_in(machine.env)
    assert written.get("COMPOSE_PROFILES", "") == profile
    settings = read_settings(**in_containers(written))
    assert ids_under(under(settings)) == set()
    assert {name: settings[name] for name in expected} == expected
    assert settings["WAYS_IN"]
    tries = [line for line in machine.calls() if "--replies" in line]
    assert len(tries) == (1 if profile else 0)


def test_a_way_in_that_is_given_up_is_set_up_no_more(machine: Machine) -> None:
    machine.setup(f"{BEFORE_REPLIES}postmark\ntoken\nmx\n\n\nn\n")
    machine.setup("y\n" + "\n" * 7 + "none\n\nn\n")
    written = variables_in(machine.env)
    assert [written[name] for name in ("INBOUND_LISTEN", "REPLY_TO", "COMPOSE_PROFILES")] == [
        ""
    ] * 3


def test_a_provider_that_hands_nothing_over_is_no_way_in(machine: Machine) -> None:
    answers = "smtp\nsmtp.duelpost.example\n\n\n\n\nprovider\nnone\n\nn\n"
    seen = machine.setup(BEFORE_REPLIES + answers)
    assert "smtp hands no mail over" in seen.shown


def test_setup_knows_which_providers_hand_mail_over() -> None:
    from anymail.urls import urlpatterns

    named = part_of_setup('inbound_providers="', '"\n')
    known = named.removeprefix('inbound_providers="').removesuffix('"\n').split()
    routes = {str(route.name) for route in urlpatterns}
    hand_over = {name.removesuffix("_inbound_webhook") for name in routes if "_inbound_" in name}
    assert set(known) == hand_over - {"sendinblue"}  # brevo's old name


def part_of_setup(begin: str, end: str) -> str:
    text = (DOCKER / "setup").read_text(encoding="utf-8")
    return text[text.index(begin) : text.index(end, text.index(begin)) + len(end)]


def test_setup_knows_every_provider(production: ReadSettings) -> None:
    named = part_of_setup('providers="', '"\n').removeprefix('providers="').removesuffix('"\n')
    assert {"mailbox", *named.split()} == set(production()["MAIL_PROVIDERS"])


@as_in_production
@pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailWarning")
@pytest.mark.parametrize("name", PROVIDERS)
def test_setup_asks_for_all_that_a_provider_cannot_do_without(
    name: str, production: ReadSettings, under: Under
) -> None:
    wants = part_of_setup("wants() {", "\n}\n")
    asked = subprocess.check_output(["sh", "-c", f"{wants}\nwants {name}"], text=True).split()
    known = {f"ANYMAIL_{each}": value for each, value in PROVIDERS[name].variables.items()}
    given = {each: known.get(each, "given") for each in asked if not each.endswith("?")}
    settings = production(**{"MAIL_PROVIDER": name, "ANYMAIL_POSTMARK_SERVER_TOKEN": ""} | given)
    assert not {each for each in ids_under(under(settings)) if str(each).startswith("mail.")}


def test_setup_says_what_it_lacks_and_writes_nothing(machine: Machine) -> None:
    assert machine.run("setup") == (1, "docker/setup asks questions: run it in a terminal.\n")
    for environment, sentence in (
        ({"FAILS": "compose version"}, "Docker is here, but not Compose"),
        ({"FAILS": "info"}, "Docker does not answer."),
        ({"OLD_DATABASE": "yes"}, "no .env with its password"),
    ):
        seen = machine.setup("", **environment)
        assert seen.process.returncode == 1
        assert sentence in seen.shown
    seen = machine.setup("duelpost.example\n\x04")
    assert "Nothing was written." in seen.shown
    (Path(machine.environment["PATH"]) / "docker").unlink()
    assert "Docker is not on this machine." in machine.setup("").shown
    assert not list(machine.docker.glob(".env*[!e]"))


@pytest.mark.parametrize(
    "value", [PASSWORD, "it's", "\\", '"', "$$", "#", "a #b", "'", "\\'\\", "ü €"]
)
def test_any_answer_is_read_back_as_it_was_written(value: str, machine: Machine) -> None:
    functions = part_of_setup("kept() {", '    mv "$draft.next" "$draft"\n}\n')
    machine.env.write_text("# IMPRINT=\nIMPRINT=old\nOTHER=1\nIMPRINT=older\n")
    script = f'set -eu; draft=.env; {functions} put IMPRINT "$VALUE"; put IMPRINT "$(kept IMPRINT)"'
    environment = machine.environment | {"VALUE": value}
    subprocess.run(["sh", "-c", script], cwd=machine.docker, env=environment, check=True)
    assert variables_in(machine.env) == {"IMPRINT": value, "OTHER": "1"}
    assert machine.env.read_text().count("\nIMPRINT=") == 1


@pytest.mark.parametrize(
    ("link", "zone"),
    [("/usr/share/zoneinfo/Europe/Zurich", "Europe/Zurich"), ("../usr/share/zoneinfo/UTC", "UTC")],
)
def test_the_time_zone_is_that_of_the_link_that_debian_13_has(
    link: str, zone: str, machine: Machine
) -> None:
    tool = Path(machine.environment["PATH"]) / "readlink"
    tool.unlink()
    tool.write_text(f"#!/bin/sh\necho {link}\n")
    tool.chmod(0o755)
    script = part_of_setup("zone_here() {", "\n}\n") + "zone_here"
    told = subprocess.check_output(["sh", "-c", script], env=machine.environment, text=True)
    assert told.strip() == zone


def test_a_backup_is_encrypted_for_its_owner_and_old_ones_go_after_a_good_one(
    machine: Machine,
) -> None:
    machine.backups.mkdir()
    old = machine.backups / "duelpost-old.backup"
    old.touch()
    os.utime(old, (0, 0))

    code, words = machine.run("backup", FAILS="*backup -")
    assert code == 1
    assert words.startswith("stand-in: refused\nThere is no new backup")
    assert [path.name for path in machine.backups.iterdir()] == [old.name]
    assert "Is the disk full?" in machine.run("backup", SIZE="28")[1]
    assert [path.name for path in machine.backups.iterdir()] == [old.name]

    machine.env.write_text("SECRET_KEY=kept\n")
    code, words = machine.run("backup")
    assert code == 0, words
    [new] = machine.backups.iterdir()
    assert words == f"Wrote {new}\n"
    assert new.name.endswith(".backup.age")
    assert stat.S_IMODE(new.stat().st_mode) == 0o600


def test_a_backup_is_unencrypted_only_where_one_asks_for_it(machine: Machine) -> None:
    assert machine.run("backup", "--unencrypted")[0] == 0
    [new] = machine.backups.iterdir()
    assert new.suffix == ".backup"
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert machine.calls() == ["compose exec -T web python manage.py backup --unencrypted -"]
    assert "cannot encrypt yet: delete" in machine.run("backup", OLDER="yes")[1]


def test_no_backup_lies_beside_the_secrets(machine: Machine) -> None:
    beside = machine.docker / "backups"
    code, words = machine.run("backup", BACKUP_DIR=str(beside))
    assert code == 1
    assert "do not lie beside .env" in words
    beside.mkdir(exist_ok=True)
    assert f"{beside} still holds backups" in machine.run("backup")[1]


def test_backups_are_made_every_night_by_one_line_of_cron(machine: Machine) -> None:
    cron = Path(machine.environment["LOG"] + ".cron")
    cron.write_text("0 1 * * * other\n")
    for _ in range(2):
        assert machine.run("backup", "--every-night")[0] == 0
    other, line = cron.read_text().splitlines()
    assert other == "0 1 * * * other"
    assert line.startswith("17 3 * * * ")
    command = line.split(maxsplit=5)[5]
    subprocess.run(["/bin/sh", "-c", command], env={"LOG": "/dev/null", "FAILS": "x"}, check=True)
    assert list(machine.backups.glob("*.backup.age"))
    assert machine.run("backup", "--weekly")[0] == 1


STOP = (
    "compose --profile mailserver --profile pollmail stop front web worker replies bots scheduler"
    " mailserver pollmail"
)


@pytest.fixture
def restorable(machine: Machine) -> Machine:
    """A machine with a backup."""
    machine.env.touch()
    (machine.docker.parent / "games.backup").write_text("games")
    return machine


def test_restoring_stops_every_role_first_and_starts_them_again(restorable: Machine) -> None:
    file = str(restorable.docker.parent / "games.backup")
    code, words = restorable.run(
        "restore", "--replace", file, RUNNING="front web mailserver postgres"
    )
    assert code == 0, words
    assert restorable.calls()[1:4] == [
        STOP,
        "compose run --rm -T migrate python manage.py restore --replace -",
        "compose up --detach",
    ]
    assert Path(restorable.environment["LOG"] + ".restored").read_text() == "games"


def test_a_running_service_is_restored_only_with_consent(restorable: Machine) -> None:
    file = str(restorable.docker.parent / "games.backup")
    for running in ("front web postgres redis", "mailserver", "bots"):
        code, words = restorable.run("restore", file, RUNNING=running)
        assert code == 1
        assert "docker/restore --replace FILE" in words
    assert not [line for line in restorable.calls() if "stop" in line or "run " in line]
    assert restorable.run("restore", file, RUNNING="postgres redis")[0] == 0


def test_a_restore_that_fails_starts_nothing(restorable: Machine) -> None:
    file = restorable.docker.parent / "games.backup"
    code, words = restorable.run("restore", "--replace", str(file), FAILS="*manage.py restore*")
    assert code == 1
    assert "The service is stopped." in words
    assert not [line for line in restorable.calls() if "up --detach" in line]
    assert "Which backup?" in restorable.run("restore")[1]
    assert "cannot be read" in restorable.run("restore", "nowhere")[1]
    file.write_text("age-encryption.org/v1 games")
    assert "age --decrypt --identity KEY FILE | ssh" in restorable.run("restore", str(file))[1]
    restorable.env.unlink()
    assert "put back the one" in restorable.run("restore", str(file))[1]


@pytest.fixture
def upgradable(machine: Machine) -> Machine:
    """The machine's clone is a commit behind its origin."""
    clone = machine.docker.parent
    who = ["-c", "user.name=Olga", "-c", "user.email=olga@duelpost.example"]

    def git(*words: str, folder: Path = clone) -> None:
        subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)

    git("init", "--initial-branch=main")
    git("add", ".")
    git("commit", "--message=old")
    origin = clone.with_name("origin")
    git("clone", str(clone), str(origin))
    (origin / "docker" / ".env.example").write_text("NEW_SETTING=1\n")
    git("commit", "--all", "--message=new", folder=origin)
    git("remote", "add", "origin", str(origin))
    git("fetch", "origin")
    git("branch", "--set-upstream-to=origin/main")
    shutil.copy(DOCKER / ".env.example", machine.env)
    return machine


def test_an_upgrade_makes_a_backup_first_and_looks_at_the_end(upgradable: Machine) -> None:
    code, words = upgradable.run("upgrade")

    assert code == 0, words
    added = {"POSTGRES_PASSWORD", "POSTGRES_APP_PASSWORD", "REDIS_PASSWORD"}
    assert all(len(variables_in(upgradable.env)[name]) == 48 for name in added)
    assert upgradable.calls() == [
        "compose exec -T web python manage.py backup -",
        "compose build --pull",
        "compose up --detach --remove-orphans",
        "compose exec -T web python manage.py doctor",
        "compose exec -T web python manage.py doctor",
    ]
    assert "New in .env.example: NEW_SETTING" in words
    assert words.splitlines()[-1].startswith("Upgraded from ")


def test_secrets_that_a_service_has_stay_and_new_ones_are_added_once(machine: Machine) -> None:
    machine.env.write_text("POSTGRES_PASSWORD=old\nREDIS_PASSWORD=\nSECRET_KEY='a$b'\n")
    assert machine.run("add-secrets")[1].count("Added") == 2
    first = variables_in(machine.env)
    assert first["POSTGRES_PASSWORD"] == "old"
    assert first["SECRET_KEY"] == "a$b"
    assert stat.S_IMODE(machine.env.stat().st_mode) == 0o600
    assert machine.run("add-secrets") == (0, "")
    assert variables_in(machine.env) == first


@pytest.mark.parametrize(
    ("fails", "sentence"),
    [
        ("*backup -", "Nothing was changed."),
        ("compose build*", "the version before still runs. To go back to "),
        ("compose up*", "docker compose logs --tail 50 tells why. To go back to "),
    ],
)
def test_an_upgrade_that_fails_goes_no_further(
    upgradable: Machine, fails: str, sentence: str
) -> None:
    code, words = upgradable.run("upgrade", FAILS=fails)

    assert code == 1
    assert sentence in words
    changed = (upgradable.docker / ".env.example").read_text() == "NEW_SETTING=1\n"
    assert changed == (fails != "*backup -")
    assert not any("doctor" in line for line in upgradable.calls())
