"""Rate texts with Apache Spark (extra ``spark``): no shuffle, one Python process per core."""

from __future__ import annotations

import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from lcp.batch import BatchAnnotator
from lcp.errors import LCPError, ResourceError
from lcp.parquet import annotate_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import DataFrame, SparkSession

    from lcp.parquet import Part

#: Default master: all cores of this machine. A task is tried four times, as on a cluster.
LOCAL = "local[*,4]"
#: Seconds between two counts of the finished parts.
_POLL = 0.5


def annotate(df: DataFrame, column: str = "text", **options: Any) -> DataFrame:
    """Add the columns ``words`` and ``complexity`` to a Spark data frame.

    Each partition is rated where it is. A task takes about one core-hour for 10 million words;
    divide larger partitions with ``df.repartition``.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Data frame with a column of texts.
    column : str, default="text"
        Name of the column of texts.
    **options
        As for :class:`lcp.batch.BatchAnnotator`.

    Returns
    -------
    pyspark.sql.DataFrame
        The same rows with two more columns, described in :mod:`lcp.batch`.

    Raises
    ------
    InputError
        If an option is invalid, or the column is missing or not a string.
    ResourceError
        If pyspark or Java is not installed.
    """
    check_installed()
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    annotator = BatchAnnotator(column=column, **options)
    annotator.load()
    schema = annotator.schema(to_arrow_schema(df.schema))
    return df.mapInArrow(annotator.stream, from_arrow_schema(schema))


def run(parts: Sequence[Part], annotator: BatchAnnotator, master: str = "") -> Iterator[int]:
    """Rate the parts that are not finished, one task each; yield the number of those done.

    Parameters
    ----------
    parts : sequence of Part
        Parts, whose files are at the same paths on all machines.
    annotator : BatchAnnotator
        Annotator.
    master : str, default=""
        Spark's master URL. Default: that of ``spark-submit``, or all cores of this machine.

    Raises
    ------
    ResourceError
        If pyspark or Java is not installed.
    LCPError
        If a task failed several times.
    """
    pending = [part for part in parts if not part.finished()]
    if not pending:
        return
    spark = session(master)
    with ThreadPoolExecutor(1) as pool:
        try:
            job = pool.submit(_submit, spark, pending, annotator)
            while not job.done():
                time.sleep(_POLL)
                yield _completed_tasks(spark)
            job.result()
        except _spark_error() as error:
            raise LCPError(
                f"The Spark job failed: {_reason(str(error))}",
                hint="Finished parts are kept: run the command again to continue.",
            ) from error
        finally:
            spark.stop()
    yield len(pending)


def _submit(spark: SparkSession, parts: Sequence[Part], annotator: BatchAnnotator) -> None:
    tasks = spark.sparkContext.parallelize(parts, len(parts))
    tasks.foreach(lambda part: annotate_part(part, annotator))


def _completed_tasks(spark: SparkSession) -> int:
    tracker = spark.sparkContext.statusTracker()
    stages = (tracker.getStageInfo(number) for number in tracker.getActiveStageIds())
    return sum(stage.numCompletedTasks for stage in stages if stage)


def session(master: str = "") -> SparkSession:
    """Return a Spark session; on this machine, with this Python and without Spark's web page.

    Raises
    ------
    ResourceError
        If pyspark or Java is not installed.
    """
    check_installed()
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("lcp annotate")
    # Under spark-submit, its configuration decides.
    if master or "PYSPARK_GATEWAY_PORT" not in os.environ:
        master = master or LOCAL
        builder = builder.master(master)
        if master.startswith("local"):
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
            builder = builder.config("spark.ui.enabled", "false")
            builder = builder.config("spark.ui.showConsoleProgress", "false")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def check_installed() -> None:
    """Raise :class:`ResourceError` if pyspark or Java is not installed."""
    from importlib.util import find_spec
    from shutil import which

    if not find_spec("pyspark"):
        raise ResourceError(
            "Spark needs the package pyspark.", hint='Run `pip install "lcp[spark]"`.'
        )
    home = os.environ.get("JAVA_HOME")
    if not (which("java") or (home and which("java", path=f"{home}/bin"))):
        raise ResourceError(
            "Spark needs Java, which is not installed.",
            hint="Install it, on Debian with `apt-get install default-jre-headless`.",
        )


def _spark_error() -> tuple[type[Exception], ...]:
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    return Py4JError, PySparkException


def _reason(message: str) -> str:
    """Return the error of Python or Spark in a message with stack traces."""
    for pattern in (r"^(?:\w+\.)*(\w+Error: .+)$", r"SparkException: (.+)$"):
        if errors := re.findall(pattern, message, re.MULTILINE):
            return str(errors[-1])
    return message.strip().partition("\n")[0]
