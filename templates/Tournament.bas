Attribute VB_Name = "Tournament"
Option Explicit

' How the buttons of xlplugin reach Python. The macros themselves, one for each button, are at the end: they
' are made from the list of verbs, xlplugin/verbs/list.py, when a workbook is built.
' What they do is written in Python, in xlplugin/verbs and xlplugin/functions.py; on Windows and on
' macOS xlplugin/from_excel.py begins it.

Private Const TITLE As String = "Tournament"
Private Const NOT_SET_UP As String = "xlplugin is not set up for buttons on this computer yet."
Private Const MOVED As String = "The Python that was set up for the buttons is not there any more:"
Private Const NOT_STARTED As String = "Excel could not start Python:"
Private Const NOT_RUN As String = "Python started, but could not run xlplugin."
Private Const MEND As String = "To mend it, open a terminal in the folder of xlplugin and type:"
Private Const AT_WORK As String = "Python is at work ..."
Private startedAt As Date
Private logFile As String

' What a macro asks first.

Private Sub AskForYes(ByVal verb As String, ByVal question As String)
    If MsgBox(question, vbYesNo + vbQuestion + vbDefaultButton2, TITLE) = vbYes Then AskPython verb
End Sub

' The answer goes to Python in a command: digits alone.
Private Sub AskForNumber(ByVal verb As String, ByVal question As String)
    Dim answer As String, wrong As String
    answer = Trim$(InputBox(question, TITLE))
    If answer = "" Then Exit Sub
    If Not IsNumber(answer) Then
        wrong = answer & " is no number. Type it in digits alone, for example 12."
        MsgBox wrong, vbExclamation, TITLE
        Exit Sub
    End If
    AskPython verb & ":" & answer
End Sub

Private Function IsNumber(ByVal text As String) As Boolean
    Dim k As Long
    For k = 1 To Len(text)
        If InStr("0123456789", Mid$(text, k, 1)) = 0 Then Exit Function
    Next k
    IsNumber = (Len(text) < 6)
End Function

' How a click reaches Python. Which Python that is says the configuration that xlwings keeps for the user
' of this computer, as "xlplugin setup" writes it: nothing that lies beside the workbook, and no python
' that happens to be on the path.

Private Sub AskPython(ByVal verb As String)
    Dim wrong As String
    On Error GoTo failed
    wrong = WhatTheNameForbids()
    If ThisWorkbook.Path = "" Then wrong = "Save this workbook first (File, Save As), then click again."
    If wrong = "" Then
        ThisWorkbook.Activate
        wrong = StartPython(verb, ChosenPython())
    End If
    If wrong <> "" Then MsgBox wrong, vbExclamation, TITLE
    Exit Sub
failed:
    wrong = NOT_STARTED & " " & Err.Description & Mending(ToType(IIf(IsMac(), "setup", "doctor")))
    Application.StatusBar = False
    MsgBox wrong, vbExclamation, TITLE
End Sub

' The workbook's name goes to Python in a command.
Private Function WhatTheNameForbids() As String
    Dim signs As String, k As Long
    signs = "=%"
    If IsMac() Then signs = "=|$`\/:" & Chr(34)
    For k = 1 To Len(signs)
        If InStr(ThisWorkbook.Name, Mid$(signs, k, 1)) > 0 Then
            WhatTheNameForbids = "Save this workbook under a name without " & Mid$(signs, k, 1) & _
                " (File, Save As), then click again."
            Exit Function
        End If
    Next k
End Function

Private Function IsMac() As Boolean
    IsMac = InStr(Application.OperatingSystem, "Mac") > 0
End Function

Private Function ChosenPython() As String
    If IsMac() Then
        ChosenPython = GetConfig("INTERPRETER_MAC", "", "user")
    Else
        ChosenPython = GetConfig("INTERPRETER_WIN", "", "user")
    End If
End Function

' Whether a path begins at the root: any other would be looked for in the current folder.
Private Function IsWhole(ByVal path As String) As Boolean
    If IsMac() Then
        IsWhole = (Left$(path, 1) = "/")
    Else
        IsWhole = (Mid$(path, 2, 2) = ":\" Or Left$(path, 2) = "\\")
    End If
End Function

' As the README sets it up.
Private Function ToType(ByVal verb As String) As String
    If IsMac() Then
        ToType = ".venv/bin/python -m xlplugin " & verb
    Else
        ToType = ".venv\Scripts\python -m xlplugin " & verb
    End If
End Function

Private Function Mending(ByVal commandLine As String) As String
    Mending = vbNewLine & vbNewLine & MEND & vbNewLine & commandLine
End Function

Private Function Quoted(ByVal text As String) As String
    Quoted = Chr(34) & text & Chr(34)
End Function

' What is wrong, if anything.
Private Function StartPython(ByVal verb As String, ByVal interpreter As String) As String
    Dim wrong As String
    If Not IsWhole(interpreter) Then
        wrong = NOT_SET_UP & Mending(ToType("setup"))
    ElseIf IsMac() Then
        StartOnMac verb, interpreter
    ElseIf Not FileExists(interpreter) Then
        wrong = MOVED & vbNewLine & interpreter & Mending(ToType("setup"))
    ElseIf Not AskedWarmPython(verb, interpreter, wrong) Then
        ' -P: no modules from the current folder, which may be anybody's
        If RunAndWait(Quoted(interpreter) & " -P -m xlplugin.from_excel " & verb & " " & _
                Quoted("--wb=" & ThisWorkbook.Name) & " --from_xl=1 --hwnd=" & Application.Hwnd) <> 0 Then
            wrong = NOT_RUN & Mending(ToType("doctor"))
        End If
    End If
    StartPython = wrong
End Function

' What a program says of itself at its end: 0 if all is well.
Private Function RunAndWait(ByVal commandLine As String) As Long
    RunAndWait = CreateObject("WScript.Shell").Run(commandLine, 0, True)
End Function

' On Windows Python may be kept running between clicks: whether it was asked, and what was wrong then.
Private Function AskedWarmPython(ByVal verb As String, ByVal interpreter As String, wrong As String) As Boolean
    Dim python As Object
    If LCase$(GetConfig("XLPLUGIN WARM", "", "user")) <> "true" Then Exit Function
    Set python = WarmPython(interpreter)
    If python Is Nothing Then Exit Function
    AskedWarmPython = True
    On Error GoTo failed
    python.SetAttr python.Module("xlwings._xlwindows"), "BOOK_CALLER", ThisWorkbook
    python.Exec "from xlplugin import from_excel; from_excel.main('" & verb & "')"
    Exit Function
failed:
    wrong = NOT_RUN & Mending(ToType("doctor"))
End Function

' The server of xlwings, started where nobody can lay modules in its way; Nothing if it does not start.
Private Function WarmPython(ByVal interpreter As String) As Object
    Dim folder As String, full As String, k As Long
    full = ThisWorkbook.FullName
    ' xlwings hands this name to cmd.exe, outside quotes: none with a sign or a letter that could become one.
    For k = 1 To Len(full)
        If InStr(";^%&|<>()!`'" & Chr(34), Mid$(full, k, 1)) > 0 Then Exit Function
        If AscW(Mid$(full, k, 1)) > 126 Or AscW(Mid$(full, k, 1)) < 32 Then Exit Function
    Next k
    On Error Resume Next
    folder = CurDir$
    ChDrive interpreter
    ChDir ParentFolder(interpreter)
    If Err.Number = 0 Then Set WarmPython = XLPy()
    ChDrive folder
    ChDir folder
End Function

' Through the script of xlwings, which does not wait for Python. A second click while the first is at work
' does nothing (a message would keep Python from Excel); xlwings clears the status bar when Python ends.
Private Sub StartOnMac(ByVal verb As String, ByVal interpreter As String)
    #If Mac Then
    Dim parameters As String
    If CStr(Application.StatusBar) = AT_WORK And Now < startedAt + TimeSerial(0, 1, 0) Then Exit Sub
    startedAt = Now
    logFile = Environ("HOME") & "/xlwings.log"
    On Error Resume Next
    Kill logFile
    On Error GoTo 0
    parameters = "false;;;;;|'" & Replace(interpreter, "'", "'\''") & "' -P" & _
        "|import importlib.util, sys; importlib.util.find_spec('xlplugin') or sys.exit('" & NOT_RUN & "');" & _
        " from xlplugin import from_excel; from_excel.main('" & verb & "')|" & ThisWorkbook.Name & _
        "|" & Left$(Application.Path, Len(Application.Path) - 4) & "|" & logFile
    Application.StatusBar = AT_WORK
    If CStr(AppleScriptTask("xlwings-" & XLWINGS_VERSION & ".applescript", "VbaHandler", parameters)) = "1" Then
        Err.Raise vbObjectError + 1, , "the shell of macOS refused it."
    End If
    WatchAgain
    #End If
End Sub

Private Sub WatchAgain()
    Application.OnTime Now + TimeSerial(0, 0, 3), _
        "'" & Replace(ThisWorkbook.Name, "'", "''") & "'!Tournament.WatchPython"
End Sub

' A Python that cannot begin tells nobody but its log file, and leaves the status bar as it is.
Private Sub WatchPython()
    If CStr(Application.StatusBar) <> AT_WORK Then Exit Sub
    If WrittenIn(logFile) > 0 Then
        Application.StatusBar = False
        MsgBox LastLineOf(logFile) & Mending(ToType("doctor")), vbExclamation, TITLE
    ElseIf Now < startedAt + TimeSerial(0, 1, 0) Then
        WatchAgain
    Else
        Application.StatusBar = False
        If Not IsThere(logFile) Then MsgBox NOT_STARTED & " it has left no log." & _
            Mending(ToType("setup")), vbExclamation, TITLE
    End If
End Sub

Private Function IsThere(ByVal path As String) As Boolean
    On Error Resume Next
    If path = "" Then
        IsThere = True
    Else
        IsThere = (Dir(path) <> "")
    End If
End Function

' What Python said last; of a traceback that is the error itself.
Private Function LastLineOf(ByVal path As String) As String
    Dim number As Integer, said As String
    LastLineOf = NOT_RUN
    On Error Resume Next
    number = FreeFile
    Open path For Input As #number
    said = Input$(LOF(number), #number)
    Close #number
    Do While Right$(said, 1) = vbLf Or Right$(said, 1) = vbCr
        said = Left$(said, Len(said) - 1)
    Loop
    If said <> "" Then LastLineOf = Mid$(said, InStrRev(said, vbLf) + 1)
End Function

Private Function WrittenIn(ByVal path As String) As Long
    On Error Resume Next
    WrittenIn = FileLen(path)
End Function

' Worksheet functions. Each is given the tabs that it is about, with their header rows:
' =STANDINGS(Event!A1:B40, Players!A1:Z200, 'Round 1'!A1:P100, 'Round 2'!A1:P100)

Public Function STANDINGS(eventTab As Variant, playersTab As Variant, ParamArray roundTabs() As Variant) As Variant
    Dim rounds As Variant
    rounds = roundTabs
    STANDINGS = AskFunction("standings", Array(eventTab, playersTab), rounds)
End Function

Public Function PLAYER_RECORD(player As Variant, eventTab As Variant, playersTab As Variant, _
        ParamArray roundTabs() As Variant) As Variant
    Dim rounds As Variant
    rounds = roundTabs
    PLAYER_RECORD = AskFunction("player_record", Array(player, eventTab, playersTab), rounds)
End Function

Private Function AskFunction(ByVal which As String, first As Variant, rounds As Variant) As Variant
    Dim arguments() As Variant, k As Long, count As Long
    Dim python As Object
    If IsMac() Then
        AskFunction = "Worksheet functions need Excel on Windows, or xlwings Lite."
        Exit Function
    End If
    If Not IsWhole(ChosenPython()) Then
        AskFunction = NOT_SET_UP & " " & MEND & " " & ToType("setup")
        Exit Function
    End If
    On Error GoTo failed
    count = UBound(first) + 1
    ReDim arguments(0 To count + UBound(rounds))
    For k = 0 To UBound(first)
        arguments(k) = first(k)
    Next k
    For k = 0 To UBound(rounds)
        arguments(count + k) = rounds(k)
    Next k
    Set python = WarmPython(ChosenPython())
    If python Is Nothing Then
        AskFunction = NOT_STARTED & " " & MEND & " " & ToType("doctor")
        Exit Function
    End If
    AskFunction = python.CallUDF("xlplugin.functions", which, arguments, ThisWorkbook, Application.Caller)
    Exit Function
failed:
    AskFunction = Err.Description
End Function
